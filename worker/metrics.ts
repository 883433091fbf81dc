// The service's metrics, put together from the database in one round trip, the queues, the fleet and the admins' channel. A part that
// fails or hangs leaves out what it would have said, and is named.
import { ACCOUNT_STATES } from '../contract/sending/whatsapp.ts'
import type { Sample } from '../contract/operation/open-metrics.ts'
import { runnerSamples } from '../contract/operation/runner-metrics.ts'
import { connect } from '../domain/ground/db/connection.ts'
import { databaseBytes } from '../domain/ground/db/round-trip.ts'
import { figuresOf, selectFigures } from '../domain/operation/health/store.ts'
import { samplesOf } from '../domain/ground/metrics/samples-of.ts'
import { selectTotals, totalsOf } from '../domain/ground/metrics/store.ts'
import { selectStates } from '../domain/sending/whatsapp/on-runners-store.ts'
import { adminChannel, runnerFleet } from '../durable-objects/stubs.ts'
import type { Env } from './env.ts'
import { bounded, queueFigures } from './health.ts'

const ageOf = (since: number | null, now: number): number => (since === null ? 0 : Math.max(0, now - since) / 1_000)

const databaseSamples = async (env: Env, now: number): Promise<Sample[]> => {
  const db = connect(env.DB)
  const [totals, states, rows] = await db.batch([selectTotals(db), selectStates(db), selectFigures(db, now)])
  const { waiting, cron } = figuresOf(rows)
  const bytes = databaseBytes()
  const waits = {
    account_wakes: waiting.accountsToWake,
    imports: waiting.imports,
    validator_files: waiting.validatorFiles,
    pushes: waiting.pushes,
    erasures: waiting.erasures,
  }
  return [
    ...samplesOf(totalsOf(totals)),
    ...ACCOUNT_STATES.map(
      (state): Sample => ({
        name: 'wa_accounts',
        labels: { state },
        value: states.find((one) => one.state === state)?.n ?? 0,
      }),
    ),
    ...Object.entries(waits).map(
      ([what, since]): Sample => ({ name: 'wa_waiting_seconds', labels: { for: what }, value: ageOf(since, now) }),
    ),
    ...(['minute', 'hour', 'backup'] as const).flatMap((round): Sample[] =>
      cron[round] === null ? [] : [{ name: 'wa_cron_age_seconds', labels: { round }, value: ageOf(cron[round], now) }],
    ),
    ...(bytes === null ? [] : [{ name: 'wa_database_bytes', labels: {}, value: bytes } satisfies Sample]),
  ]
}
const queueSamples = async (env: Env, now: number): Promise<Sample[]> =>
  Object.entries(await queueFigures(env)).flatMap(([queue, { messages, oldest }]): Sample[] => [
    { name: 'wa_queue_messages', labels: { queue }, value: messages },
    { name: 'wa_queue_oldest_seconds', labels: { queue }, value: ageOf(oldest, now) },
  ])
const fleetSamples = async (env: Env): Promise<Sample[]> =>
  (await runnerFleet(env).runners()).flatMap(({ runnerId, ...runner }) =>
    runnerSamples({ runner: runnerId, ...runner }),
  )
const adminSamples = async (env: Env): Promise<Sample[]> => {
  const open = await adminChannel(env).sockets()
  return [{ name: 'wa_realtime_listeners', labels: { channel: 'admin' }, value: open.length }]
}

export const readMetrics = async (env: Env, now: number): Promise<Sample[]> => {
  const parts = {
    database: bounded('database', () => databaseSamples(env, now)),
    queues: bounded('queues', () => queueSamples(env, now)),
    runners: bounded('runners', () => fleetSamples(env)),
    realtime: bounded('realtime', () => adminSamples(env)),
  }
  const answers = await Promise.all(
    Object.entries(parts).map(async ([part, asked]): Promise<Sample[]> => {
      const samples = await asked
      return [{ name: 'wa_part_answered', labels: { part }, value: samples === null ? 0 : 1 }, ...(samples ?? [])]
    }),
  )
  return [
    { name: 'wa_build_info', labels: { version: env.PRODUCT_VERSION ?? 'unknown' }, value: 1 },
    { name: 'wa_analytics_engine', labels: {}, value: env.METRICS ? 1 : 0 },
    ...answers.flat(),
  ]
}
