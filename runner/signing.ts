// Headers that prove a call comes from the runner of this name (contract/operation/runner.ts).
import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { RingKey } from '../contract/ground/key-rings.ts'
import { RUNNER_HEADERS, signedText } from '../contract/operation/runner.ts'

export type Identity = { credential: RingKey; runnerId: string; bootId: string }

/** @param path path with query, exactly as it is requested */
export const signedHeaders = (
  { credential, runnerId, bootId }: Identity,
  path: string,
  time = String(Date.now()),
  nonce = randomBytes(16).toString('hex'),
): Record<string, string> => ({
  [RUNNER_HEADERS.id]: runnerId,
  [RUNNER_HEADERS.key]: credential.kid,
  [RUNNER_HEADERS.boot]: bootId,
  [RUNNER_HEADERS.time]: time,
  [RUNNER_HEADERS.nonce]: nonce,
  [RUNNER_HEADERS.signature]: createHmac('sha256', createSecretKey(credential.hex, 'hex'))
    .update(signedText({ path, runnerId, bootId, time, nonce }))
    .digest('hex'),
})
