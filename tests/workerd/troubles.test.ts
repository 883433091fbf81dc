// Each trouble begins, is told once to each address, and ends (rules troubles, alerts): found by the looks in a real database, fleet and queue.
import { beforeAll, beforeEach, afterEach, describe, expect, test, vi } from 'vitest'
import type { TroubleKind, TroubleWebhook } from '../../contract/troubles.ts'
import { TROUBLE_KINDS } from '../../contract/troubles.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/time.ts'
import { connect } from '../../domain/db/connection.ts'
import { takeOverdue } from '../../domain/wakes/store.ts'
import { readOften } from '../../domain/watch/figures-store.ts'
import { runnerFleet } from '../../durable-objects/stubs.ts'
import { standIn } from '../../scripts/demo/worker/stand-in.ts'
import { TROUBLE_CASES, type TroublePlace } from '../../scripts/drive/troubles.ts'
import { until } from '../../scripts/drive/until.ts'
import type { Env } from '../../worker/env.ts'
import { onQueue } from '../../worker/queue.ts'
import { lookHourly, lookOften, tellAlerts } from '../../worker/watch.ts'
import { ask } from './support/api.ts'
import { bound, db, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makePerson, type Person } from './support/people.ts'
import { watchedDb } from './support/plans.ts'
import { tripsOf, watchTrips } from './support/trips.ts'

const HOOK = 'https://siaga.uji.test/masuk'
const MAIL = 'penjaga@uji.test'
let now = Date.now()
let got: TroubleWebhook[] = []
let mails: { to: string; subject: string; text: string }[] = []
/** Cloudflare's mail. */
const EMAIL = { send: async (mail: (typeof mails)[number]) => void mails.push(mail) } as unknown as SendEmail
const env = (vars: Partial<Env> = {}): Env => ({ ...bound, EMAIL, ...vars })
const runner = new FakeRunner('of-troubles')
let admin: Person
beforeAll(async () => {
  watchTrips()
  admin = await makePerson('admin')
  for (const [key, value] of Object.entries({ alert_email: MAIL, alert_webhook_url: HOOK }))
    await run('insert or replace into settings (key, value) values (?, ?)', key, value)
})
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    expect(url).toBe(HOOK)
    got.push(JSON.parse(String(init?.body)) as TroubleWebhook)
    return new Response(null, { status: 204 })
  })
})
afterEach(() => void vi.restoreAllMocks())

const place: TroublePlace = {
  now: () => now,
  pass: (ms) => void (now += ms),
  sql: run,
  look: async ({ hourly, stand }) => {
    const here = standIn(env(), stand)
    await (hourly ? lookHourly : lookOften)(here, connect(here.DB), now)
    await tellAlerts(env(), db, now)
    now += hourly ? HOUR_MS : 5 * MINUTE_MS
  },
  deadLetter: async () => {
    const message = { id: 'm', body: {}, ack: () => undefined }
    await onQueue({ queue: 'wa-blaster-settlements-dead', messages: [message] } as never, env())
  },
  joinRunner: async () => {
    await runner.join(100, [], { vaultKids: ['k1'] })
    await until('room', async () => (await runnerFleet(bound).runners()).find((r) => r.hasRoom))
  },
  runnerWasRefused: async (version) => {
    beat({ versionRefused: { version, agoMs: Date.now() - now } })
    await until('told', async () => (await runnerFleet(bound).runners())[0]?.versionRefused)
  },
  runnerCouldNotRead: async () => {
    beat({ unreadableAgoMs: Date.now() - now })
    await until('told', async () => (await runnerFleet(bound).runners())[0]?.unreadableAt)
  },
}
const beat = (more: object) =>
  runner.send(JSON.stringify({ kind: 'heartbeat', accounts: 0, rssMb: 1, lagMs: 1, ...more }))
type Case = (typeof TROUBLE_CASES)[TroubleKind]
const about = (kind: TroubleKind, { subject = '' }: Case) =>
  got.filter(({ data }) => data?.kind === kind && data.subject === subject).map(({ type }) => type)

describe('rule troubles: every one begins and ends, and is told once to each address', () => {
  test('each kind has its case', () => expect(Object.keys(TROUBLE_CASES)).toEqual([...TROUBLE_KINDS]))
  test.each(Object.entries(TROUBLE_CASES) as [TroubleKind, Case][])('%s', async (kind, one) => {
    got = []
    mails = []
    await one.begin(place)
    for (let looks = 0; looks < 5; looks++)
      await place.look({ hourly: one.hourly ?? false, stand: one.stand?.(place) ?? {} })
    expect(about(kind, one)).toEqual(['trouble.started'])
    const listed = async () =>
      (
        await ask<{ open: { kind: string }[]; ended: { kind: string; alerts: object[] }[] }>(
          'GET',
          '/admin/troubles',
          admin,
        )
      ).json
    expect((await listed()).open).toContainEqual(
      expect.objectContaining({ kind, subject: one.subject ?? '', told: true }),
    )
    await one.end(place)
    for (let looks = 0; looks < 3; looks++) await place.look({ hourly: one.hourly ?? false, stand: {} })
    expect(about(kind, one)).toEqual(['trouble.started', 'trouble.ended'])
    const { open, ended } = await listed()
    // another file of this runtime may have left messages in another queue
    expect(open).not.toContainEqual(expect.objectContaining({ kind, subject: one.subject ?? '' }))
    expect(ended.find((trouble) => trouble.kind === kind)?.alerts).toHaveLength(4)
    const title = got.find(({ data }) => data?.kind === kind)?.data?.title ?? '?'
    const subjects = mails.filter((mail) => mail.subject.includes(title)).map((mail) => mail.subject.split(':')[0])
    expect(subjects).toEqual(['Gangguan', 'Selesai'])
    expect(mails[0]?.text).toContain('docs/runbooks/')
  })
})

test('rule troubles: an account that two wakes did not bring to write its row counts as stalled, and no longer once it has', async () => {
  const stalled = async () => (await readOften(db, now)).stalledAccounts
  await run(
    `insert into whatsapp (id, clientid, user_id, purpose, state, status, created_at, due_at)
     values ('w1', 'w1', 'u', 'blast', 'connected', 'sending', 1, ?)`,
    now - HOUR_MS,
  )
  expect(await takeOverdue(db, { now, limit: 9 })).toEqual(['w1'])
  expect(await stalled()).toBe(0)
  expect(await takeOverdue(db, { now: now + 21 * MINUTE_MS, limit: 9 })).toEqual(['w1'])
  expect(await stalled()).toBe(1)
  await run('update whatsapp set due_at = due_at - 1')
  expect(await stalled()).toBe(0)
  // it was late once more, but had answered before
  await takeOverdue(db, { now: now + HOUR_MS, limit: 9 })
  expect(await stalled()).toBe(0)
})

test('the look of every five minutes asks D1 once, and reads no table from end to end', async () => {
  const { db: watched, plans } = watchedDb()
  await readOften(watched, now)
  // of users the first row alone
  const big = /^SCAN (p|phone_numbers|whatsapp|w|ledger|templates|daily_stats)\b/
  expect((await plans()).filter((plan) => big.test(plan) && !/USING (COVERING )?INDEX/.test(plan))).toEqual([])
  expect(await tripsOf(() => readOften(db, now))).toHaveLength(1)
})
