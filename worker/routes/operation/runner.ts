// Routes for runners: two websockets that end in objects, and template media.
import { Refusal } from '../../../contract/ground/errors.ts'
import { RUNNER_HEADERS } from '../../../contract/operation/runner.ts'
import { accountObject, runnerFleet } from '../../../durable-objects/stubs.ts'
import { door, routes, type WriteContext } from '../../http/door.ts'

export const runnerRoutes = routes()

/** @throws Refusal invalid_input. */
const upgradeOf = (c: WriteContext['c']): Request => {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') throw new Refusal('invalid_input')
  return c.req.raw
}

/** What an object refuses has headers that cannot change, and every answer of the Worker gets some: it is copied. */
const passOn = (answer: Response): Response => (answer.status === 101 ? answer : new Response(answer.body, answer))

door(runnerRoutes, 'GET /runner/control', async ({ c, env }) => passOn(await runnerFleet(env).fetch(upgradeOf(c))))
door(runnerRoutes, 'GET /runner/account/:id', async ({ c, env, param }) =>
  passOn(await accountObject(env, param('id')).fetch(upgradeOf(c))),
)
door(runnerRoutes, 'GET /runner/media/:folder/:name', async ({ c, env, param }) => {
  // checks and imports lie in the same bucket, and are no runner's
  if (param('folder') !== 'templates') throw new Refusal('not_found')
  const nonce = c.req.header(RUNNER_HEADERS.nonce) ?? ''
  if (!(await runnerFleet(env).spendNonce(nonce))) throw new Refusal('invalid_token')
  const object = await env.MEDIA.get(`templates/${param('name')}`)
  if (!object) throw new Refusal('not_found')
  return new Response(object.body, {
    headers: { 'content-type': object.httpMetadata?.contentType ?? 'application/octet-stream' },
  })
})
