// The runners' doors: two sockets that end in objects, and template media. Each runner signs with a credential of its own.
import { type Context, Hono } from 'hono'
import { Refusal } from '../../contract/errors.ts'
import { ACCOUNT_PATH, CONTROL_PATH, MEDIA_PATH } from '../../contract/runner.ts'
import { accountObject, runnerFleet } from '../../durable-objects/stubs.ts'
import type { AppEnv } from '../http/door.ts'
import { checkSignature } from '../http/runner-signature.ts'

const mustUpgrade = (c: Context<AppEnv>): void => {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') throw new Refusal('invalid_input')
}
/** What an object refuses has headers that cannot change, and every answer of the Worker gets some: it is copied. */
const passOn = (answer: Response): Response => (answer.status === 101 ? answer : new Response(answer.body, answer))
const under = (path: string): string => path.replace(/^\/api/, '')

export const runnerRoutes = new Hono<AppEnv>()
  .get(under(CONTROL_PATH), async (c) => {
    await checkSignature(c, Date.now())
    mustUpgrade(c)
    return passOn(await runnerFleet(c.env).fetch(c.req.raw))
  })
  .get(`${under(ACCOUNT_PATH)}/:accountId`, async (c) => {
    await checkSignature(c, Date.now())
    mustUpgrade(c)
    return passOn(await accountObject(c.env, c.req.param('accountId')).fetch(c.req.raw))
  })
  .get(`${under(MEDIA_PATH)}/:key{.+}`, async (c) => {
    await checkSignature(c, Date.now())
    const object = await c.env.MEDIA.get(c.req.param('key'))
    if (!object) throw new Refusal('not_found')
    return new Response(object.body, {
      headers: { 'content-type': object.httpMetadata?.contentType ?? 'application/octet-stream' },
    })
  })
