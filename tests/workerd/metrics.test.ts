// What the service counts of itself, how long it keeps it, and to whom it tells it (rule metrics).
import { expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/ground/time.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { answeredBy, answerOf, RELEASES_SQL } from '../../domain/ground/metrics/by-release.ts'
import type { Counts } from '../../domain/ground/tally/rules.ts'
import { here } from '../../domain/ground/tally/here.ts'
import { BUCKET_MS, countStatement, countStatements, foldMeasures } from '../../domain/ground/metrics/store.ts'
import type { Span } from '../../contract/record/traces.ts'
import { addSpans, sendSpans } from '../../domain/ground/metrics/traces.ts'
import { pointsOfDay, spanOf } from '../../domain/operation/status/rules.ts'
import { readPoints } from '../../domain/operation/status/store.ts'
import { suppress } from '../../domain/recipients/suppressions/suppress.ts'
import { onCron } from '../../worker/cron.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { makeLender } from './support/people.ts'
import { batchOf, lenderId, measured, settle, totals } from './support/measured.ts'
import { portsOf } from './support/stage.ts'
import { tripsOf } from './support/trips.ts'

const write = (counts: Counts, at: number) => runBatch(db, [countStatement(db, counts, at)])
/** Of a key that every test of the store may use. */
const EQUAL = 'wa_reconciliations_total|result=equal'
/** Of the last 24 hours. */
const promises = async () => {
  const points = pointsOfDay(Date.now())
  return spanOf(points, await readPoints(db, points)).promises
}
const NOON = Date.parse('2026-11-23T05:00:00Z')
measured()

test('rule metrics: a settlement counts outcomes and times in its own transaction, and a repeated one nothing', async () => {
  const now = Date.now()
  const heard: Counts[] = []
  const counts = (more: Counts) => void heard.push(more)
  await settle([batchOf(1, now)], now, { counted: counts })
  const first = await totals()
  expect(first).toEqual({
    'wa_sends_total|outcome=success|reason=none': 2,
    'wa_sends_total|outcome=fail|reason=rejected': 1,
    'wa_sends_total|outcome=fail|reason=not_registered': 1,
    'wa_sends_total|outcome=unknown|reason=none': 1,
    'wa_ack_seconds|le=0.5': 1,
    'wa_ack_seconds|le=120': 1,
    'wa_ack_seconds|sum': 100.4,
    'wa_ack_to_ledger_seconds|le=10': 1,
    'wa_ack_to_ledger_seconds|le=1': 1,
    'wa_ack_to_ledger_seconds|sum': 7,
    'wa_outbox_age_seconds|le=10': 1,
    'wa_outbox_age_seconds|sum': 7,
  })
  expect(heard).toEqual([first])
  await settle([batchOf(1, now)], now)
  expect(await totals()).toEqual(first)
  // two together are one row more, not one a message
  const rows = await tripsOf(() => settle([batchOf(2, now), batchOf(3, now)], now))
  expect(rows.flatMap(({ statements }) => statements.filter((sql) => /into measures/.test(sql)))).toHaveLength(1)
  expect((await totals())['wa_sends_total|outcome=success|reason=none']).toBe(6)
  // the first of a bucket, and what is added to it
  for (const at of [now, NOON])
    expect((await (countStatement(db, {}, at) as unknown as Promise<D1Result>)).meta.rows_written).toBe(1)
  // what a restoration tells again says nothing of how fast the service is now
  await settle([batchOf(4, now)], now, { restores: true })
  expect((await totals())['wa_sends_total|outcome=success|reason=none']).toBe(6)
})
test('a bucket that cannot be read keeps no money back', async () => {
  const now = Date.now()
  await run('insert into measures (at, counts) values (?, ?)', now - (now % BUCKET_MS), '{broken')
  expect((await settle([batchOf(5, now)], now)).confirmed).toHaveLength(1)
  expect((await totals())['wa_ack_seconds|le=0.5']).toBe(1)
})

/** What this isolate still has to write of stops. */
const stops = () => Object.keys(here.take()).filter((series) => series.startsWith('wa_opt_out'))
test('rule opt-out: a stop is measured from when it came until the last holder has dropped the number', async () => {
  const now = Date.now()
  const number = (await one<{ number: string }>('select number from phone_numbers limit 1')).number
  await run(`update phone_numbers set in_use = 1, in_use_by = 'slow' where number = ?`, number)
  const dropNumber = async () => {
    expect(stops()).toEqual([])
    await new Promise((done) => setTimeout(done, 150))
  }
  const who = { number, lid: null, via: 'reply' as const, by: 'slow', reason: null }
  await suppress({ ...portsOf(db), dropNumber }, who, now, [], now)
  // the isolate's next row has it: the stop did not wait for one
  expect(await totals()).toEqual({})
  await write(here.take(), now)
  expect((await totals())['wa_opt_out_to_silence_seconds|sum']).toBeGreaterThanOrEqual(0.15)
  // its account heard it seven seconds ago, and D1 answered only now
  await suppress(portsOf(db), { ...who, number: '6281200000077' }, Date.now(), [], Date.now() - 7_000)
  await write(here.take(), now)
  // the bound that the slower one did not pass
  expect((await promises()).silence).toEqual({ count: 2, met: false, value: 10 })
  // settlement carries a stop on to a number that was learned later; when it came is not known there
  await suppress(portsOf(db), { ...who, number: '6281200000078' }, Date.now())
  expect(stops()).toEqual([])
})

test('a collector that hangs or refuses keeps settlements waiting once, and is then left alone for a minute', async () => {
  const env = { OTLP_URL: 'https://spuren.uji.test/v1/traces', TRACE_SAMPLE: '1' }
  const span: Span = { attemptId: '00000000-0000-4000-8000-000000000001', name: 'ledger', start: 1, end: 2 }
  const clock = vi.spyOn(Date, 'now')
  let asked = 0
  const answers = [
    (init?: RequestInit) =>
      new Promise<Response>((_, fail) => init?.signal?.addEventListener('abort', () => fail(new Error('late')))),
    () => Promise.resolve(new Response(null, { status: 503 })),
    () => Promise.resolve(new Response(null)),
    () => Promise.resolve(new Response(null)),
  ]
  vi.spyOn(globalThis, 'fetch').mockImplementation((_url, init) => answers[asked++]?.(init) ?? Promise.reject(init))
  const send = (at: number) => {
    clock.mockReturnValue(NOON + at)
    addSpans(env, [span])
    return sendSpans(env, 20)
  }
  const after: number[] = []
  for (const at of [0, 1, 59_999, 60_000, 60_001, 119_999, 120_000, 120_001]) {
    await send(at)
    after.push(asked)
  }
  expect(after).toEqual([1, 1, 1, 2, 2, 2, 3, 4])
})

test('rule metrics: buckets become hours after two days and end after 40, and no total ever falls', async () => {
  const age = (ms: number): number => NOON - ms
  const written = [0, BUCKET_MS, 3 * BUCKET_MS, HOUR_MS, DAY_MS, 2 * DAY_MS + 2 * HOUR_MS, 39 * DAY_MS, 41 * DAY_MS]
  for (const [i, ms] of written.entries()) await write({ [EQUAL]: 10 ** i }, age(ms))
  // the same hour as another
  await write({ [EQUAL]: 0.5 }, age(2 * DAY_MS + 2 * HOUR_MS - 30 * MINUTE_MS))
  const before = await totals()
  expect(before).toEqual({ [EQUAL]: 11_111_111.5 })
  for (let times = 0; times < 2; times++) {
    await foldMeasures(db, NOON)
    expect(await totals()).toEqual(before)
    const rows = await all<{ at: number; counts: string }>('select at, counts from measures order by at desc')
    expect(rows.map(({ at, counts }) => [NOON - at, (JSON.parse(counts) as Counts)[EQUAL]])).toEqual([
      [0, 1],
      [BUCKET_MS, 10],
      [3 * BUCKET_MS, 100],
      [HOUR_MS, 1_000],
      [DAY_MS, 10_000],
      [2 * DAY_MS + 2 * HOUR_MS, 100_000.5],
      [39 * DAY_MS, 1_000_000],
      // all that is ten minutes old and older
      [NOON, 11_111_100.5],
    ])
  }
  // five minutes later there is more, and it is added up once
  await write({ [EQUAL]: 3 }, NOON + BUCKET_MS)
  await foldMeasures(db, NOON + HOUR_MS)
  await foldMeasures(db, NOON + HOUR_MS)
  expect(await totals()).toEqual({ [EQUAL]: 11_111_114.5 })
})
test('what each release answered stands in the buckets, for a deployment in steps, and not in the sums of ever', async () => {
  const at = NOON - 3 * BUCKET_MS
  await write({ ...answerOf('1.2.0', false), [EQUAL]: 1 }, at)
  await write(answerOf('1.2.0', true), NOON)
  await write(answerOf('1.3.0', false), NOON)
  await foldMeasures(db, NOON)
  const since = async (from: number) => {
    const { results } = await bound.DB.prepare(RELEASES_SQL).bind(String(from)).all<{ key: string; n: number }>()
    return ['1.2.0', '1.3.0', '1.4.0'].map((release) => Object.values(answeredBy(results, release)))
  }
  expect([await since(at), await since(NOON)]).toEqual([
    [
      [2, 1],
      [1, 0],
      [0, 0],
    ],
    [
      [1, 1],
      [1, 0],
      [0, 0],
    ],
  ])
  const [sums] = await all<{ counts: string }>('select counts from measures where at = 0')
  expect(JSON.parse(sums?.counts ?? '')).toEqual({ [EQUAL]: 1 })
})

const cronAt = (iso: string) =>
  ({ scheduledTime: Date.parse(iso), cron: '* * * * *', noRetry: () => undefined }) as unknown as ScheduledController
test('the cron adds up who wants a session and who has one, compares ledger and balances once an hour, and adds up what was counted', async () => {
  // the owner of one that has given up expects it to be up; one that is logged out was ended by somebody
  const states = ['connected', 'connected', 'restricted', 'disconnected', 'loggedOut', 'conflict', 'suspended']
  for (const [i, state] of states.entries())
    await run(
      `insert into whatsapp (id, clientid, user_id, purpose, state, status, created_at) values (?, ?, ?, 'blast', ?, 'idle', 1)`,
      `sampled-${i}`,
      `sampled-${i}`,
      lenderId(),
      state,
    )
  const sessions = async () => {
    await runBatch(db, countStatements(db, here.take(), Date.now()))
    const { sessions: kept, books } = await promises()
    return [kept.count, kept.value, books]
  }
  await onCron(cronAt('2026-11-23T05:01:00Z'), bound)
  expect(await sessions()).toEqual([0, null, { count: 0, met: null, value: null }])
  await onCron(cronAt('2026-11-23T05:05:00Z'), bound)
  expect(await sessions()).toEqual([4, 0.75, { count: 1, met: true, value: 0 }])
  const folded = () => all('select 1 from measures where at = 0')
  expect(await folded()).toEqual([])
  // also when nothing can be sampled
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const full = (): never => {
    throw new Error('the data set is full')
  }
  await onCron(cronAt('2026-11-23T06:00:00Z'), { ...bound, METRICS: { writeDataPoint: full } })
  expect(await folded()).toHaveLength(1)
  await onCron(cronAt('2026-11-23T06:35:00Z'), bound)
  expect(await sessions()).toEqual([12, 0.75, { count: 1, met: true, value: 0 }])
  // one too high and one too low by as much
  for (const id of ['too-high', 'too-low']) await makeLender(id)
  await run(`insert or replace into balances (user_id, balance_sen) values ('too-high', 5), ('too-low', -5)`)
  // the books were last compared an hour ago
  await run(`update cron_ends set ended_at = ended_at - ${HOUR_MS} where round = 'watch_hour'`)
  await onCron(cronAt('2026-11-23T07:35:00Z'), bound)
  expect((await sessions())[2]).toEqual({ count: 2, met: false, value: 1 })
  await run(`delete from balances where user_id like 'too-%'`)
  await run(`delete from whatsapp where id like 'sampled-%'`)
})
