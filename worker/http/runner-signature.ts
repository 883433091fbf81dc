// Runners have no sign-in: each of their calls is signed with the credential of the runner it names (rule runner-credential).
import type { Context } from 'hono'
import { Refusal } from '../../contract/ground/errors.ts'
import { ringOf } from '../../contract/ground/key-rings.ts'
import { RUNNER_HEADERS, SIGNATURE_WINDOW_MS, signedText } from '../../contract/operation/runner.ts'
import { isHmac } from '../../domain/ground/crypto/crypto.ts'
import { isSignedByRunner } from '../../domain/people/auth/runner-credential.ts'
import type { AppEnv } from './context.ts'

/** @throws Refusal invalid_token when the signature is wrong or out of its window. */
export const checkSignature = async (c: Context<AppEnv>, now: number): Promise<void> => {
  const header = (name: keyof typeof RUNNER_HEADERS): string => c.req.header(RUNNER_HEADERS[name]) ?? ''
  const time = Number(header('time'))
  if (header('nonce') === '' || !(Math.abs(now - time) < SIGNATURE_WINDOW_MS)) throw new Refusal('invalid_token')
  const url = new URL(c.req.url)
  const text = signedText({
    path: url.pathname + url.search,
    runnerId: header('id'),
    bootId: header('boot'),
    time: header('time'),
    nonce: header('nonce'),
  })
  const call = { kid: header('key'), runnerId: header('id'), text, signature: header('signature') }
  const valid =
    call.kid === ''
      ? await isFromVersionBefore(c.env.RUNNER_SECRET, call)
      : await isSignedByRunner(ringOf('RUNNER_KEYS', c.env.RUNNER_KEYS), call)
  if (!valid) throw new Refusal('invalid_token')
}
/** Runners without credentials sign with one shared secret. They are let in while a deployment still has it. */
const isFromVersionBefore = async (
  secret: string | undefined,
  { text, signature }: { text: string; signature: string },
): Promise<boolean> => secret !== undefined && secret !== '' && isHmac(secret, text, signature)
