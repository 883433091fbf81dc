// What the service says of its state, to everybody and to the bearer of the health key.
import { createExecutionContext } from 'cloudflare:test'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deepHealth, readiness } from '../../contract/operation/health.ts'
import { ringOf } from '../../contract/ground/key-rings.ts'
import { healthKey } from '../../domain/people/auth/health-key.ts'
import { runnerCredential } from '../../domain/people/auth/runner-credential.ts'
import { runnerFleet } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import { app } from '../../worker/app.ts'
import { keepBackups } from '../../worker/backup.ts'
import { onCron } from '../../worker/cron.ts'
import type { Env } from '../../worker/env.ts'
import { ORIGIN } from './support/api.ts'
import { backupPorts } from './support/backups.ts'
import { all, bound, db, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makePerson } from './support/people.ts'
import { tripsOf, watchTrips } from './support/trips.ts'

const RING = ringOf('RUNNER_KEYS', bound.RUNNER_KEYS)
/** An isolate of its own as far as its environment goes: what it keeps, no other one has. */
const isolate = (vars: Partial<Env> = {}) => {
  const env: Env = { ...bound, ...vars }
  return async (path: string, token?: string) => {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = await app.fetch(new Request(`${ORIGIN}/api${path}`, { headers }), env, createExecutionContext())
    return { status: answer.status, json: await answer.json<Record<string, unknown>>() }
  }
}
const partsOf = async (ask: ReturnType<typeof isolate>) => {
  const { status, json } = await ask('/readyz')
  const found = readiness.strict().parse(json)
  expect(found.ready).toBe(status === 200)
  return { status, ...found.parts }
}
/** A binding that fails whatever is asked of it. */
const broken = <T extends object>(): T => {
  const fail = (): never => {
    throw new Error('broken')
  }
  return new Proxy({}, { get: () => fail }) as unknown as T
}
/** One that takes every question and never answers. */
const hanging = <T extends object>(): T => {
  const never = (): Promise<never> => new Promise(() => undefined)
  const statement = { bind: () => statement, all: never, raw: never, first: never, run: never }
  return { prepare: () => statement, batch: never, metrics: never } as unknown as T
}
const queueSince = (at: number | null): Env['SETTLEMENTS'] =>
  ({
    metrics: async () => ({ backlogCount: 1, backlogBytes: 9, oldestMessageTimestamp: new Date(at ?? 0) }),
  }) as unknown as Env['SETTLEMENTS']
const MINUTE = 60_000
const full = new FakeRunner('runner-full')
const roomy = new FakeRunner('runner-roomy')
let key: string
beforeAll(async () => {
  // in a place without people the cron waits (rule restore-gate)
  await makePerson('admin')
  watchTrips()
  key = await healthKey(RING)
})
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined))
afterEach(() => void vi.restoreAllMocks())

test('livez answers whatever else is broken or missing, and asks nothing', async () => {
  const ask = isolate({ DB: broken(), RUNNER_FLEET: broken(), SETTLEMENTS: broken(), IMPORTS: broken() })
  expect(await ask('/livez')).toEqual({ status: 200, json: { success: true } })
  const untold = isolate({ APP_ENV: 'production', RUNNER_KEYS: '' })
  expect((await untold('/livez')).status).toBe(200)
  expect(await tripsOf(() => isolate()('/livez'))).toEqual([])
})

test('rule readiness: it is ready once a runner has room, and tells nobody how many there are', async () => {
  const ready = { configuration: 'ready', database: 'ready', queues: 'ready', cron: 'ready', sessions: 'ready' }
  expect(await partsOf(isolate())).toEqual({ status: 503, ...ready, runners: 'not_ready' })
  await full.join(1, [{ accountId: 'held', epoch: 1 }])
  await until('the full one', async () => (await runnerFleet(bound).runners()).find((r) => r.capacity === 1))
  expect(await partsOf(isolate())).toEqual({ status: 503, ...ready, runners: 'not_ready' })
  await roomy.join(100)
  await until('the roomy one', async () => (await runnerFleet(bound).runners()).find((r) => r.hasRoom))
  expect(await partsOf(isolate())).toEqual({ status: 200, ...ready, runners: 'ready' })
})

test('rule readiness: a part that fails or hangs is named, and holds up no answer', async () => {
  const failed = await partsOf(isolate({ RUNNER_FLEET: broken(), IMPORTS: broken() }))
  expect(failed).toMatchObject({ status: 503, database: 'ready', queues: 'no_answer', runners: 'no_answer' })
  const asked = Date.now()
  const hung = await partsOf(isolate({ DB: hanging(), SETTLEMENTS: hanging() }))
  expect(hung).toMatchObject({ status: 503, database: 'no_answer', cron: 'no_answer', queues: 'no_answer' })
  expect(hung).toMatchObject({ configuration: 'no_answer', runners: 'ready' })
  const took = Date.now() - asked
  expect(took).toBeGreaterThan(2_900)
  expect(took).toBeLessThan(10_000)
})

test('rule readiness: messages that wait for long, a cron that stands still and a missing secret are each told', async () => {
  const since = (minutes: number) => queueSince(Date.now() - minutes * MINUTE)
  expect((await partsOf(isolate({ SETTLEMENTS: since(14) }))).queues).toBe('ready')
  expect((await partsOf(isolate({ SETTLEMENTS: since(16) }))).queues).toBe('not_ready')
  // an empty queue says the beginning of time
  expect((await partsOf(isolate({ SETTLEMENTS: queueSince(null) }))).queues).toBe('ready')

  const at = Date.now()
  const event = {
    scheduledTime: 3_600_000,
    cron: '* * * * *',
    noRetry: () => undefined,
  } as unknown as ScheduledController
  await onCron(event, bound)
  const ends = await all<{ round: string; ended_at: number }>(
    "select * from cron_ends where round in ('hour', 'minute') order by round",
  )
  expect(ends.map(({ round, ended_at: ended }) => [round, ended >= at])).toEqual([
    ['hour', true],
    ['minute', true],
  ])
  await run('update cron_ends set ended_at = ended_at - ?', 11 * MINUTE)
  expect((await partsOf(isolate())).cron).toBe('not_ready')
  // a round that fails is no end
  await onCron(event, { ...bound, IMPORTS: broken(), DB: broken() })
  expect((await partsOf(isolate())).cron).toBe('not_ready')
  await onCron(event, bound)
  expect((await partsOf(isolate())).cron).toBe('ready')

  const untold = await partsOf(isolate({ APP_ENV: 'production', RUNNER_KEYS: '' }))
  expect(untold).toMatchObject({ status: 503, configuration: 'not_ready', database: 'ready' })
})

test('rule readiness: an isolate asks the parts once in five seconds, no matter who asks it', async () => {
  const ask = isolate()
  expect((await tripsOf(() => ask('/readyz'))).length).toBeGreaterThan(0)
  expect(await tripsOf(() => Promise.all([ask('/readyz'), ask('/readyz')]))).toEqual([])
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5_001)
  expect((await tripsOf(() => ask('/readyz'))).length).toBeGreaterThan(0)
})

test('rule readiness: who asks while the parts are being asked waits for the same answer, and asks again where none comes', async () => {
  const alone = await tripsOf(() => isolate()('/readyz'))
  const ask = isolate()
  expect((await tripsOf(() => Promise.all([ask('/readyz'), ask('/readyz'), ask('/readyz')]))).length).toBe(alone.length)
  // the caller whose call asked the parts goes away, and the runtime ends all that it waits for
  const real = setTimeout
  let isGone = true
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((then: () => void, ms: number) =>
    real(then, isGone ? 1e6 : ms / 50)) as typeof setTimeout)
  const env = isolate({ DB: hanging() })
  void env('/readyz')
  isGone = false
  expect((await partsOf(env)).database).toBe('no_answer')
})

test('rule health-key: the figures are for the bearer of a key of the ring alone', async () => {
  const ask = isolate()
  const [kid = '', hex = ''] = key.split(':')
  const others = [
    await runnerCredential(RING, 'runner-1'),
    await runnerCredential(RING, 'wa-blaster health key'),
    `${kid}:${RING.get(kid)}`,
    `${kid}:${hex.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))}`,
    `old:${hex}`,
    hex,
    'x',
  ]
  for (const token of [undefined, ...others])
    expect([token, (await ask('/health/deep', token)).status]).toEqual([token, 401])
  const old = await healthKey(new Map([['old', RING.get('old') ?? '']]))
  for (const token of [key, old]) expect((await ask('/health/deep', token)).status).toBe(200)
  // without a ring there is no key
  expect((await isolate({ RUNNER_KEYS: '' })('/health/deep', key)).status).toBe(401)
})

test('the figures: what waits and since when, runners and what they hold, and what is wrong without any value', async () => {
  await run(`insert into import_jobs (id, kind, status, file_key, file_name, format, size_bytes, head, by, cursor_bytes, created_at,
    updated_at) values ('i1', 'phonenumber', 'running', 'k', 'a.csv', 'csv', 1, '', 'x', 1, 1, 7000)`)
  await run(
    'insert into notice_pushes (notice_id, subscription_id, due_at) values (1, 1, 6000), (2, 1, ?)',
    Date.now() + MINUTE,
  )
  await run(`insert into erasures (hash, created_at, done_at) values ('h', 4000, 4500), ('i', 5000, null)`)
  const { publicKey } = backupPorts()
  await keepBackups(
    { ...bound, BACKUP_PUBLIC_KEY: publicKey, BACKUP_EVERY_S: '1' },
    db,
    Date.now(),
    Date.now() + 20_000,
  )
  await run('insert into restorations (id, since, started_at) values (1, 0, 8000)')
  const figures = deepHealth.parse((await isolate({ SETTLEMENTS: queueSince(9_000) })('/health/deep', key)).json)
  expect(figures).toMatchObject({
    ready: false,
    version: 'of-the-tests',
    problems: [],
    queues: { settlements: { messages: 1, oldest: 9_000 }, imports: { messages: 0, oldest: null } },
    database: {
      waiting: { accountsToWake: null, imports: 7_000, validatorFiles: null, pushes: 6_000, erasures: 5_000 },
      cron: { minute: expect.any(Number), hour: expect.any(Number), backup: expect.any(Number) },
      restoringSince: 8_000,
    },
  })
  expect(figures.runners?.map(({ name, accounts, capacity, hasRoom }) => [name, accounts, capacity, hasRoom])).toEqual([
    ['runner-full', 1, 1, false],
    ['runner-roomy', 0, 100, true],
  ])
  const untold = await isolate({ APP_ENV: 'production', SANDBOX_URL: 'http://127.0.0.1' })('/health/deep', key)
  const { problems } = deepHealth.parse(untold.json)
  expect(problems?.map((problem) => problem.split(':')[0])).toEqual(
    expect.arrayContaining(['APP_ORIGIN', 'SANDBOX_URL']),
  )
  for (const value of [bound.LINK_KEYS, bound.RUNNER_KEYS]) expect(JSON.stringify(untold.json)).not.toContain(value)
  const silent = deepHealth.parse((await isolate({ DB: broken(), RUNNER_FLEET: broken() })('/health/deep', key)).json)
  expect([silent.database, silent.runners, silent.problems]).toEqual([null, null, null])
})
