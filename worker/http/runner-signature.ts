// Runners have no sign-in: each of their calls is signed with a secret that they share with the Worker.
import type { Context } from 'hono'
import { Refusal } from '../../contract/errors.ts'
import { RUNNER_HEADERS, SIGNATURE_WINDOW_MS, signedText } from '../../contract/runner.ts'
import { isHmac } from '../../domain/auth/crypto.ts'
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
  if (!(await isHmac(c.env.RUNNER_SECRET, text, header('signature')))) throw new Refusal('invalid_token')
}
