// Headers that prove a call comes from a runner that knows the secret (contract/runner.ts).
import { createHmac, randomBytes } from 'node:crypto'
import { RUNNER_HEADERS, signedText } from '../contract/runner.ts'

export type Identity = { secret: string; runnerId: string; bootId: string }

/** @param path path with query, exactly as it is requested */
export const signedHeaders = (
  { secret, runnerId, bootId }: Identity,
  path: string,
  time = String(Date.now()),
  nonce = randomBytes(16).toString('hex'),
): Record<string, string> => ({
  [RUNNER_HEADERS.id]: runnerId,
  [RUNNER_HEADERS.boot]: bootId,
  [RUNNER_HEADERS.time]: time,
  [RUNNER_HEADERS.nonce]: nonce,
  [RUNNER_HEADERS.signature]: createHmac('sha256', secret)
    .update(signedText({ path, runnerId, bootId, time, nonce }))
    .digest('hex'),
})
