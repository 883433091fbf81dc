// What the isolates of the Worker count, and the page that tells all metrics to the bearer of the health key (rule metrics).
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { beforeAll, expect, test, vi } from 'vitest'
import { ringOf } from '../../contract/ground/key-rings.ts'
import { METRICS, type Metric } from '../../contract/operation/metrics.ts'
import { OPEN_METRICS } from '../../contract/operation/open-metrics.ts'
import { RELEASE_HEADER } from '../../contract/ground/release-header.ts'
import { HOUR_MS } from '../../contract/ground/time.ts'
import { healthKey } from '../../domain/people/auth/health-key.ts'
import { here, observeSilence, takeHere } from '../../domain/ground/tally/here.ts'
import { runnerFleet } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import { app } from '../../worker/app.ts'
import type { Env } from '../../worker/env.ts'
import { type Family, parseOpenMetrics } from '../support/open-metrics.ts'
import { ORIGIN } from './support/api.ts'
import { bound } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { batchOf, measured, settle, totals } from './support/measured.ts'
import { tripsOf } from './support/trips.ts'

/** Samples with a label's value that the contract does not state. */
const unstated = (families: ReadonlyMap<string, Family>): string[] =>
  [...families.values()].flatMap(({ samples }) =>
    samples.flatMap(({ name, labels }) => {
      const metric = Object.entries<Metric>(METRICS).find(([known]) => name.startsWith(known))?.[1]
      return Object.entries(labels).flatMap(([label, value]) => {
        const values = metric?.labels[label]
        return label === 'le' || typeof values === 'string' || values?.includes(value)
          ? []
          : [`${name} ${label}=${value}`]
      })
    }),
  )

let key: string
measured()
beforeAll(async () => {
  key = await healthKey(ringOf('RUNNER_KEYS', bound.RUNNER_KEYS))
})

const calls =
  (vars: Partial<Env>) =>
  async (path: string, headers: Record<string, string> = {}) => {
    const context = createExecutionContext()
    const answer = await app.fetch(new Request(`${ORIGIN}/api${path}`, { headers }), { ...bound, ...vars }, context)
    // this runtime warns of text in a type that it does not know
    const text = new TextDecoder().decode(await answer.arrayBuffer())
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      release: answer.headers.get(RELEASE_HEADER),
      text,
      later: () => waitOnExecutionContext(context),
    }
  }
test('rule metrics: an isolate writes what it has counted some seconds later, at once for all, and no call waits for it', async () => {
  const ask = calls({ GATHER_MS: '50' })
  const first = await ask('/public/config')
  const second = await ask('/nothing-is-here')
  const prober = await ask('/livez')
  expect([first.status, second.status, prober.status]).toEqual([200, 404, 200])
  expect(await totals()).toEqual({})
  const trips = await tripsOf(async () => {
    for (const { later } of [first, second, prober]) await later()
  })
  expect(trips).toHaveLength(1)
  const found = await totals()
  expect(found).toMatchObject({ 'wa_api_answers_total|status=2xx': 1, 'wa_api_answers_total|status=4xx': 1 })
  expect(found).toMatchObject({ 'release|of-the-tests|answers': 2 })
  expect(first.release).toBe('of-the-tests')
  expect(found['wa_database_rows_total|of=read']).toBeGreaterThan(0)
})
test('what an isolate could not write goes with the next, and with a row that is written anyway', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const fail = (): never => {
    throw new Error('broken')
  }
  const DB = new Proxy(bound.DB, {
    get: (db, name) => (name === 'batch' || name === 'prepare' ? fail : Reflect.get(db, name).bind(db)),
  })
  await (await calls({ GATHER_MS: '1', DB })('/nothing-is-here')).later()
  expect(await totals()).toEqual({})
  await (await calls({ GATHER_MS: '1' })('/nothing-is-here')).later()
  expect((await totals())['wa_api_answers_total|status=4xx']).toBe(2)
  here.take()
  here.add('wa_claims_refused_total', { reason: 'overload' })
  const now = Date.now() + HOUR_MS
  expect(takeHere(now, 0)).toBeNull()
  expect(takeHere(now, 20_000)).toEqual({ 'wa_claims_refused_total|reason=overload': 1 })
  here.add('wa_claims_refused_total', { reason: 'overload' })
  expect(takeHere(now + 19_999, 20_000)).toBeNull()
  expect(takeHere(now + 20_000, 20_000)).not.toBeNull()
})

test('how long a stop took does not wait: the isolate may end before it writes again', () => {
  here.take()
  const now = Date.now() + 2 * HOUR_MS
  here.add('wa_claims_refused_total', { reason: 'overload' })
  expect(takeHere(now, 20_000)).not.toBeNull()
  observeSilence(1.5)
  expect(takeHere(now + 1, 20_000)).toMatchObject({ 'wa_opt_out_to_silence_seconds|sum': 1.5 })
  here.add('wa_claims_refused_total', { reason: 'overload' })
  expect(takeHere(now + 2, 20_000)).toBeNull()
  here.take()
})

test('rule health-key: metrics are for the bearer of the key, in one round trip, as OpenMetrics that reads strictly', async () => {
  const runner = new FakeRunner('runner-measured')
  await runner.join(10)
  runner.send(
    JSON.stringify({
      kind: 'heartbeat',
      accounts: 4,
      rssMb: 200,
      memoryMb: 3_072,
      lagMs: 12,
      heapMb: 90,
      sessions: 3,
      sends: 2,
    }),
  )
  await until('the heartbeat', async () => (await runnerFleet(bound).runners()).find((r) => r.load?.sends === 2))
  const now = Date.now()
  await settle([batchOf(6, now)], now)
  const ask = calls({})
  for (const token of [undefined, 'x'.repeat(40)])
    expect((await ask('/metrics', token === undefined ? {} : { authorization: `Bearer ${token}` })).status).toBe(401)
  const bearer = { authorization: `Bearer ${key}`, accept: OPEN_METRICS }
  const trips = await tripsOf(async () => {
    const { status, type, text } = await ask('/metrics', bearer)
    expect([status, type]).toEqual([200, OPEN_METRICS])
    const families = parseOpenMetrics(text)
    expect(unstated(families)).toEqual([])
    const value = (name: string, labels: Record<string, string> = {}) =>
      [...families.values()]
        .flatMap(({ samples }) => samples)
        .find((one) => one.name === name && JSON.stringify(one.labels) === JSON.stringify(labels))?.value
    expect(value('wa_sends_total', { outcome: 'success', reason: 'none' })).toBe(2)
    expect(value('wa_ack_to_ledger_seconds_bucket', { le: '10.0' })).toBe(2)
    expect(value('wa_claims_refused_total', { reason: 'key_missing' })).toBe(0)
    expect(value('wa_accounts', { state: 'connected' })).toBe(0)
    expect(value('wa_queue_messages', { queue: 'settlements' })).toBe(0)
    expect(value('wa_runner_free_accounts', { runner: 'runner-measured' })).toBe(6)
    expect(value('wa_runner_sends', { runner: 'runner-measured' })).toBe(2)
    expect(value('wa_runner_memory_bytes', { runner: 'runner-measured', of: 'heap' })).toBe(90 * 1_048_576)
    expect(value('wa_runner_memory_bytes', { runner: 'runner-measured', of: 'limit' })).toBe(3_072 * 1_048_576)
    expect(value('wa_runner_loop_delay_seconds', { runner: 'runner-measured' })).toBe(0.012)
    expect(value('wa_realtime_listeners', { channel: 'admin' })).toBe(1)
    expect(value('wa_database_bytes')).toBeGreaterThan(100_000)
    expect(value('wa_build_info', { version: 'of-the-tests' })).toBe(1)
    expect(value('wa_analytics_engine')).toBe(1)
  })
  expect(trips).toHaveLength(1)
  expect((await ask('/metrics', { authorization: `Bearer ${key}` })).text).not.toContain('# EOF')
  runner.leave()
})
test('a part that fails is named, and the others are told, also where the account has no Analytics Engine', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const broken = new Proxy({}, { get: () => () => Promise.reject(new Error('broken')) }) as Env['SETTLEMENTS']
  const { text } = await calls({ SETTLEMENTS: broken, ...({ METRICS: undefined } as Partial<Env>) })('/metrics', {
    authorization: `Bearer ${key}`,
    accept: OPEN_METRICS,
  })
  const families = parseOpenMetrics(text)
  const parts = families.get('wa_part_answered')?.samples.map(({ labels, value }) => [labels['part'], value])
  expect(parts).toEqual([
    ['database', 1],
    ['queues', 0],
    ['runners', 1],
    ['realtime', 1],
  ])
  expect(families.has('wa_queue_messages')).toBe(false)
})
