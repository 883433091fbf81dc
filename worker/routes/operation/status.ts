// How the service does: /admin/status for those who run it, /public/status in one word (rule service-line).
import type { ServiceState } from '../../../contract/operation/status.ts'
import { AIMS, objectsOf, pointsOfDay, pointsOfMonth, spanOf } from '../../../domain/operation/status/rules.ts'
import { readMilestones, readPoints, readService } from '../../../domain/operation/status/store.ts'
import { presentTroubles } from '../../../domain/operation/troubles/present.ts'
import { troubleList } from '../../../domain/operation/troubles/store.ts'
import { readGivenUp } from '../../../domain/sending/whatsapp/reconnect-store.ts'
import { runnerFleet } from '../../../durable-objects/stubs.ts'
import { bounded } from '../../health.ts'
import { door, routes } from '../../http/door.ts'
import { hasSecondPlace } from '../../second-place.ts'

export const statusRoutes = routes()
const isoOf = (at: number | null | undefined): string | null => (at ? new Date(at).toISOString() : null)

door(statusRoutes, 'GET /admin/status', async ({ db, effects, now }) => {
  const [day, month] = [pointsOfDay(now), pointsOfMonth(now)]
  const fleet = async () => {
    const { env } = await effects()
    return { env, runners: await bounded('runners', () => runnerFleet(env).runners()) }
  }
  const [ofDay, ofMonth, troubles, milestones, givenUp, { env, runners }] = await Promise.all([
    readPoints(db, day),
    readPoints(db, month),
    troubleList(db, now),
    readMilestones(db),
    readGivenUp(db),
    fleet(),
  ])
  return {
    now,
    aims: AIMS,
    day: spanOf(day, ofDay),
    month: spanOf(month, ofMonth),
    troubles: presentTroubles(troubles, env.RUNBOOKS_URL ?? ''),
    version: env.PRODUCT_VERSION ?? 'unknown',
    runners:
      runners
        ?.map(({ runnerId, version, accounts }) => ({ name: runnerId, version: version ?? null, accounts }))
        .toSorted((one, other) => one.name.localeCompare(other.name)) ?? null,
    objects: objectsOf(runners),
    givenUp,
    released: isoOf(milestones.release?.at),
    backedUp: isoOf(milestones.backedUpAt),
    secondPlace: hasSecondPlace(env) ? { at: isoOf(milestones.secondAt) } : null,
    drilled: isoOf(milestones.drill?.at),
    drillTookMs: milestones.drill?.tookMs ?? null,
  }
})

/** An isolate asks once in this time, no matter who asks it. */
const KEPT_MS = 30_000
const kept = new WeakMap<object, { at: number; service: ServiceState }>()
door(statusRoutes, 'GET /public/status', async ({ db, vars, now }) => {
  const before = kept.get(vars)
  if (before && now - before.at < KEPT_MS) return { service: before.service }
  // what is kept is the answer: a question belongs to the request that asked it, and hangs for all others when that one is broken off
  const service = await readService(db)
  kept.set(vars, { at: now, service })
  return { service }
})
