// The runners' doors: two sockets that end in objects, and template media. Each runner signs with a credential of its own.
import { type Context, Hono } from 'hono'
import { Refusal } from '../../contract/errors.ts'
import { ringOf } from '../../contract/key-rings.ts'
import {
  ACCOUNT_PATH,
  CONTROL_PATH,
  MEDIA_PATH,
  RUNNER_HEADERS,
  SIGNATURE_WINDOW_MS,
  signedText,
} from '../../contract/runner.ts'
import { isHmac } from '../../domain/auth/crypto.ts'
import { isSignedByRunner } from '../../domain/auth/runner-credential.ts'
import { accountObject, runnerFleet } from '../../durable-objects/stubs.ts'
import type { AppEnv } from '../http/door.ts'

/** @throws Refusal invalid_token when the signature is wrong or out of its window. */
const checkSignature = async (c: Context<AppEnv>): Promise<void> => {
  const header = (name: keyof typeof RUNNER_HEADERS): string => c.req.header(RUNNER_HEADERS[name]) ?? ''
  const time = Number(header('time'))
  if (header('nonce') === '' || !(Math.abs(Date.now() - time) < SIGNATURE_WINDOW_MS)) throw new Refusal('invalid_token')
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
const mustUpgrade = (c: Context<AppEnv>): void => {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') throw new Refusal('invalid_input')
}
/** What an object refuses has headers that cannot change, and every answer of the Worker gets some: it is copied. */
const passOn = (answer: Response): Response => (answer.status === 101 ? answer : new Response(answer.body, answer))
const under = (path: string): string => path.replace(/^\/api/, '')

export const runnerRoutes = new Hono<AppEnv>()
  .get(under(CONTROL_PATH), async (c) => {
    await checkSignature(c)
    mustUpgrade(c)
    return passOn(await runnerFleet(c.env).fetch(c.req.raw))
  })
  .get(`${under(ACCOUNT_PATH)}/:accountId`, async (c) => {
    await checkSignature(c)
    mustUpgrade(c)
    return passOn(await accountObject(c.env, c.req.param('accountId')).fetch(c.req.raw))
  })
  .get(`${under(MEDIA_PATH)}/:key{.+}`, async (c) => {
    await checkSignature(c)
    const object = await c.env.MEDIA.get(c.req.param('key'))
    if (!object) throw new Refusal('not_found')
    return new Response(object.body, {
      headers: { 'content-type': object.httpMetadata?.contentType ?? 'application/octet-stream' },
    })
  })
