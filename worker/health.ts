// The state of the parts that the service needs, each asked with a time limit of its own: one that hangs is reported and holds up
// no answer (rule readiness).
import type { DeepHealth, HealthPart, PartState, Readiness } from '../contract/operation/health.ts'
import { connect } from '../domain/ground/db/connection.ts'
import { cronRuns, queuesMove, sessionsStand } from '../domain/operation/health/rules.ts'
import { readFigures } from '../domain/operation/health/store.ts'
import { missingHashKeys, missingKeysText } from '../domain/recipients/suppressions/hash-keys.ts'
import { runnerFleet } from '../durable-objects/stubs.ts'
import { freeKeys, lackingKeys, ringOfRunner } from '../domain/people/vault-keys/rules.ts'
import { vaultKeyUse, vaultKidsInUse } from '../domain/people/vault-keys/store.ts'
import { countSessions } from '../domain/sending/whatsapp/on-runners-store.ts'
import type { Env } from './env.ts'
import { environmentProblems } from './environment.ts'
import { hasItsKeys } from './http/configured.ts'
import { errorFields, log } from './log.ts'

const PART_MS = 3_000
/** null: it took longer. */
const within = async <T>(ms: number, answer: Promise<T>): Promise<T | null> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
/** null: it failed, or took longer. */
export const bounded = <T>(part: HealthPart | 'realtime', work: () => Promise<T>): Promise<T | null> => {
  const answer = async (): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      log.warn('a part of the service did not answer', { part, ...errorFields(error) })
      return null
    }
  }
  return within(PART_MS, answer())
}

const figuresOf = async (queue: Queue<never>): Promise<{ messages: number; oldest: number | null }> => {
  const { backlogCount, oldestMessageTimestamp } = await queue.metrics()
  // an empty queue may say the beginning of time
  return { messages: backlogCount, oldest: oldestMessageTimestamp?.getTime() || null }
}
export const queueFigures = async (env: Env): Promise<NonNullable<DeepHealth['queues']>> => {
  const [settlements, imports] = await Promise.all([figuresOf(env.SETTLEMENTS), figuresOf(env.IMPORTS)])
  return { settlements, imports }
}

const readDatabase = async (env: Env, now: number): Promise<NonNullable<DeepHealth['database']>> => {
  const asked = Date.now()
  const figures = await readFigures(connect(env.DB), now)
  return { roundTripMs: Date.now() - asked, ...figures }
}
const runnerFigures = (statuses: Statuses): NonNullable<DeepHealth['runners']> =>
  statuses
    .map(({ runnerId, accounts, capacity, draining, hasRoom, since }) => ({
      name: runnerId,
      accounts,
      capacity,
      draining,
      hasRoom,
      connectedAt: since,
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name))

type Statuses = Awaited<ReturnType<ReturnType<typeof runnerFleet>['runners']>>
type Sessions = NonNullable<DeepHealth['sessions']> & { keyIsMissing: boolean }
/** Of runners that do not answer nothing is known to be missing. */
const sessionFigures = async (env: Env, asked: Promise<Statuses | null>): Promise<Sessions> => {
  const db = connect(env.DB)
  const [counts, kids, statuses] = await Promise.all([countSessions(db), vaultKidsInUse(db), asked])
  const lacking = lackingKeys(kids, (statuses ?? []).map(ringOfRunner)) ?? []
  return { ...counts, keyIsMissing: lacking.some(({ runners, of }) => runners === of) }
}
type Found = Pick<DeepHealth, 'database' | 'queues' | 'runners'> & {
  configured: boolean | null
  sessions: Sessions | null
}
const askParts = async (env: Env, now: number): Promise<Found> => {
  const fleet = bounded('runners', async () => runnerFleet(env).runners())
  const [configured, database, queues, statuses, sessions] = await Promise.all([
    bounded('configuration', () => hasItsKeys(env)),
    bounded('database', () => readDatabase(env, now)),
    bounded('queues', () => queueFigures(env)),
    fleet,
    bounded('sessions', () => sessionFigures(env, fleet)),
  ])
  return { configured, database, queues, runners: statuses && runnerFigures(statuses), sessions }
}

const stateOf = <T>(found: T | null, isReady: (found: T) => boolean): PartState => {
  if (found === null) return 'no_answer'
  return isReady(found) ? 'ready' : 'not_ready'
}
const judged = (env: Env, found: Found, now: number): Readiness => {
  const parts: Readiness['parts'] = {
    configuration: stateOf(found.configured, (configured) => configured),
    database: stateOf(found.database, () => true),
    queues: stateOf(found.queues, ({ settlements, imports }) => queuesMove([settlements.oldest, imports.oldest], now)),
    cron: stateOf(found.database, ({ cron }) => cronRuns(cron.minute, now)),
    runners: stateOf(found.runners, (runners) => runners.some((runner) => runner.hasRoom)),
    sessions: stateOf(found.sessions, sessionsStand),
  }
  const ready = Object.values(parts).every((state) => state === 'ready')
  return { ready, version: env.PRODUCT_VERSION ?? 'unknown', parts }
}

/** An isolate asks the parts once in this time, no matter who asks it, also while they are being asked. */
const KEPT_MS = 5_000
const kept = new WeakMap<Env, { at: number; readiness: Promise<Readiness> }>()
const askAnew = (env: Env, now: number): Promise<Readiness> => {
  const readiness = askParts(env, now).then((found) => judged(env, found, now))
  kept.set(env, { at: now, readiness })
  return readiness
}
/** Of a call whose caller went away nothing comes any more, and no part takes longer than this. */
const SHARED_MS = PART_MS + 1_000
export const readReadiness = async (env: Env, now: number): Promise<Readiness> => {
  const before = kept.get(env)
  if (!before || now - before.at >= KEPT_MS) return askAnew(env, now)
  return (await within(SHARED_MS, before.readiness)) ?? askAnew(env, now)
}

const vaultFigures = async (env: Env, now: number): Promise<NonNullable<DeepHealth['vaultKeys']>> => {
  const fleet = runnerFleet(env)
  const [said, counted, statuses] = await Promise.all([
    fleet.vaultKeys(),
    vaultKeyUse(connect(env.DB)),
    fleet.runners(),
  ])
  const lackedBy = (kid: string): string[] =>
    statuses.filter((status) => lackingKeys([kid], [ringOfRunner(status)])?.length).map(({ runnerId }) => runnerId)
  const keys = freeKeys(said, counted, now).map((key) => ({ ...key, lackedBy: lackedBy(key.kid).toSorted() }))
  return { writing: said.writing, uncounted: counted.uncounted, keys }
}
/** With what is wrong and how much waits: for the operator alone. */
export const readDeepHealth = async (env: Env, now: number): Promise<DeepHealth> => {
  const [found, vaultKeys] = await Promise.all([askParts(env, now), bounded('runners', () => vaultFigures(env, now))])
  const { database, queues, runners } = found
  const sessions = found.sessions && { wanted: found.sessions.wanted, connected: found.sessions.connected }
  const told = environmentProblems(env)
  const missing = told.length > 0 ? [] : await bounded('configuration', () => missingHashKeys(env))
  const keys = missing && (missing.length > 0 ? [missingKeysText(missing)] : [])
  return {
    ...judged(env, found, now),
    problems: keys && [...told, ...keys],
    database,
    queues,
    runners,
    sessions,
    vaultKeys,
  }
}
