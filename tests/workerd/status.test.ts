// How the service does, as those who run it see it, and the one word that members are told (rule service-line).
import { createExecutionContext } from 'cloudflare:test'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Status, status } from '../../contract/operation/status.ts'
import { DAY_MS, HOUR_MS, jakartaMidnight, MINUTE_MS } from '../../contract/ground/time.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { Tally } from '../../domain/ground/tally/rules.ts'
import { countStatement } from '../../domain/ground/metrics/store.ts'
import { runnerFleet } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import { app } from '../../worker/app.ts'
import { onCron } from '../../worker/cron.ts'
import { ask, ORIGIN } from './support/api.ts'
import { bound, db, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makePerson, type Person } from './support/people.ts'

let admin: Person
let member: Person
beforeAll(async () => {
  admin = await makePerson('admin')
  member = await makePerson('member')
})
beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined))
afterEach(() => void vi.restoreAllMocks())

const read = async (): Promise<Status> => {
  const answer = await ask('GET', '/admin/status', admin)
  expect(answer.status).toBe(200)
  return status.parse(answer.json)
}
const count = async (at: number, fill: (tally: Tally) => void): Promise<void> => {
  const tally = new Tally()
  fill(tally)
  await runBatch(db, [countStatement(db, tally.take(), at)])
}
const answers = (faults: number, others: number) => (tally: Tally) => {
  tally.add('wa_api_answers_total', { status: '5xx' }, faults)
  tally.add('wa_api_answers_total', { status: '2xx' }, others)
}
const trouble = (kind: string, more: { subject?: string; told?: number | null; ended?: number | null } = {}) => {
  const { subject = '', told = 1, ended = null } = more
  return run(
    'insert into troubles (kind, subject, since, seen_at, told_at, ended_at, figures) values (?, ?, ?, 1, ?, ?, ?)',
    kind,
    subject,
    Date.now() - HOUR_MS,
    told,
    ended,
    '{"minutes":7}',
  )
}

test('rule promises: those of a place that has counted nothing are neither kept nor broken', async () => {
  const found = await read()
  expect(Object.values(found.day.promises).map(({ met }) => met)).toEqual([null, null, null, null, null])
  expect(found.month.series.api).toEqual(Array.from({ length: 30 }, () => null))
  expect([found.released, found.backedUp, found.drilled]).toEqual([null, null, null])
})

test('rule promises: each is judged on all of its time, and drawn point by point', async () => {
  const now = Date.now()
  await count(now - HOUR_MS, answers(0, 500))
  await count(now - 2 * HOUR_MS, answers(1, 499))
  await count(now - HOUR_MS, (tally) => {
    tally.observe('wa_ack_to_ledger_seconds', {}, 42)
    tally.observe('wa_opt_out_to_silence_seconds', {}, 0.4)
    tally.add('wa_session_samples_total', { of: 'wanted' }, 100)
    tally.add('wa_session_samples_total', { of: 'connected' }, 98)
    tally.add('wa_reconciliations_total', { result: 'equal' })
    tally.add('wa_database_rows_total', { of: 'read' }, 7)
  })
  const before = jakartaMidnight(now) - 3 * DAY_MS
  await count(before + HOUR_MS, answers(9, 991))
  await count(before - 40 * DAY_MS, answers(500, 0))
  const { day, month, aims } = await read()
  expect(day.promises).toEqual({
    api: { value: 0.999, met: true, count: 1_000 },
    ledger: { value: expect.closeTo(45, 0) as number, met: true, count: 1 },
    silence: { value: 0.5, met: true, count: 1 },
    sessions: { value: 0.98, met: false, count: 100 },
    books: { value: 0, met: true, count: 1 },
  })
  expect(day.series.api.filter((value) => value !== null).toSorted()).toEqual([0.998, 1])
  expect(day.at).toHaveLength(96)
  expect(month.promises.api).toEqual({ value: 0.995, met: false, count: 2_000 })
  expect(month.series.api[month.at.indexOf(before)]).toBe(0.991)
  expect(aims).toEqual({ api: 0.999, ledger: 90, silence: 5, sessions: 0.99, books: 0 })
})

test('what is wrong comes with its next step and its runbook, what is over with its end', async () => {
  await trouble('queue_waits', { subject: 'imports' })
  await trouble('proxies_none_free', { ended: Date.now() - MINUTE_MS })
  const { open, ended } = (await read()).troubles
  expect(open).toMatchObject([
    {
      kind: 'queue_waits',
      subject: 'imports',
      title: 'Pesan menunggu lama di antrean',
      next: 'Lihat catatan pemakai antrean itu.',
      runbook: 'docs/runbooks/queue_waits.md',
      figures: { minutes: 7 },
    },
  ])
  expect(ended.map(({ kind }) => kind)).toEqual(['proxies_none_free'])
  await run('delete from troubles')
})

test('it says which versions run, since when, and when it was last backed up and drilled', async () => {
  const runner = new FakeRunner('of-status')
  await runner.join(5, [])
  const objects = [{ version: '1.0.0', accounts: 2 }]
  runner.send(JSON.stringify({ kind: 'heartbeat', accounts: 0, rssMb: 0, lagMs: 0, objects }))
  await until('its heartbeat', async () => (await runnerFleet(bound).runners())[0]?.objects !== undefined)
  const cron = (version: string) => onCron({ scheduledTime: MINUTE_MS }, { ...bound, PRODUCT_VERSION: version })
  await cron('1.0.0')
  const first = (await read()).released
  await cron('1.0.0')
  expect((await read()).released).toBe(first)
  await run(`update milestones set at = 5 where name = 'release'`)
  await cron('1.1.0')
  expect((await read()).released).not.toBe(new Date(5).toISOString())
  await run(`insert or replace into cron_ends values ('backup', 1000)`)
  // a drill of the version before opened no backup of this place
  await run(`insert into milestones (name, version, at) values ('drill', '1.0.0', 1500)`)
  expect((await read()).drilled).toBeNull()
  await run(`update milestones set at = 2000, took_ms = 90000 where name = 'drill'`)
  expect(await read()).toMatchObject({
    version: bound.PRODUCT_VERSION ?? 'unknown',
    runners: [{ name: 'of-status', accounts: 0 }],
    objects,
    backedUp: new Date(1_000).toISOString(),
    drilled: new Date(2_000).toISOString(),
    drillTookMs: 90_000,
    secondPlace: null,
  })
  runner.leave()
})

test('rule service-line: members are told of a trouble that was told, by one word without a number', async () => {
  const told = async () => (await ask<{ service: string }>('GET', '/admin/sending-pause', member)).json.service
  expect(await told()).toBe('well')
  await trouble('no_runner', { told: null })
  await trouble('database_large')
  expect(await told()).toBe('well')
  await trouble('settlement_waits')
  expect(await told()).toBe('earnings')
  await run('update troubles set told_at = 1')
  expect(await told()).toBe('sending')
  // an isolate of its own keeps nothing from before, and its answer for half a minute
  const isolate = { ...bound }
  const publicly = async () => {
    const asked = new Request(`${ORIGIN}/api/public/status`)
    return (await app.fetch(asked, isolate, createExecutionContext())).json()
  }
  expect(await publicly()).toEqual({ service: 'sending' })
  await run('update troubles set ended_at = 2')
  expect(await told()).toBe('well')
  expect(await publicly()).toEqual({ service: 'sending' })
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + MINUTE_MS)
  expect(await publicly()).toEqual({ service: 'well' })
})
