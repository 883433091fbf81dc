// Whether the Worker lives, whether the service can serve (rule readiness), and its state in figures (rule health-key).
import type { Context } from 'hono'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { keyRing } from '../../../contract/ground/key-rings.ts'
import { metricsText } from '../../../contract/operation/open-metrics.ts'
import { isHealthKey } from '../../../domain/people/auth/health-key.ts'
import { runnerFleet } from '../../../durable-objects/stubs.ts'
import { readDeepHealth, readReadiness } from '../../health.ts'
import { tokenOf } from '../../http/access.ts'
import { isConfigured } from '../../http/configured.ts'
import { type AppEnv, door, routes } from '../../http/door.ts'
import { readMetrics } from '../../metrics.ts'

export const healthRoutes = routes()

door(healthRoutes, 'GET /health', async ({ env }) => {
  const [runners, ok] = await Promise.all([runnerFleet(env).runners(), isConfigured(env)])
  return { ok, runners: runners.length, accounts: runners.reduce((sum, r) => sum + r.accounts, 0) }
})

door(healthRoutes, 'GET /livez', async () => DONE)

door(healthRoutes, 'GET /readyz', async ({ c, env, now }) => {
  const found = await readReadiness(env, now)
  if (!found.ready) c.status(503)
  return found
})

/** @throws Refusal invalid_token; a deployment whose ring cannot be read has no health key. */
const mustHaveKey = async (c: Context<AppEnv>): Promise<void> => {
  const ring = keyRing.safeParse(c.env.RUNNER_KEYS)
  if (!ring.success || !(await isHealthKey(ring.data, tokenOf(c)))) throw new Refusal('invalid_token')
}

door(healthRoutes, 'GET /health/deep', async ({ c, env, now }) => {
  await mustHaveKey(c)
  return readDeepHealth(env, now)
})

door(healthRoutes, 'GET /metrics', async ({ c, env, now }) => {
  await mustHaveKey(c)
  const { type, text } = metricsText(await readMetrics(env, now), c.req.header('accept') ?? '')
  return c.body(text, 200, { 'content-type': type })
})
