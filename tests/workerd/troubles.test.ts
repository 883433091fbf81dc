// Each trouble begins, is told once to each address, and ends (rules troubles, alerts): found by the looks in a real database, fleet and queue.
import { beforeAll, beforeEach, afterEach, describe, expect, test, vi } from 'vitest'
import type { TroubleKind, TroubleWebhook } from '../../contract/operation/troubles.ts'
import { TROUBLE_KINDS } from '../../contract/operation/troubles.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/ground/time.ts'
import { connect } from '../../domain/ground/db/connection.ts'
import { differenceOfAll } from '../../domain/money/ledger/store.ts'
import { readLacking } from '../../domain/people/vault-keys/store.ts'
import { takeOverdue } from '../../domain/sending/wakes/store.ts'
import { noteDeadLetters, readHourly, readOften } from '../../domain/operation/troubles/figures-store.ts'
import { runnerFleet } from '../../durable-objects/stubs.ts'
import { standIn } from '../../scripts/demo/worker/stand-in.ts'
import { TROUBLE_CASES, TROUBLE_RUNNER, type TroublePlace } from '../../scripts/drive/troubles.ts'
import { until } from '../../scripts/drive/until.ts'
import type { Env } from '../../worker/env.ts'
import { onQueue } from '../../worker/queue.ts'
import { lookHourly, lookOften, tellAlerts } from '../../worker/troubles.ts'
import { ask } from './support/api.ts'
import { all, bound, db, one, run } from './support/database.ts'
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
const runner = new FakeRunner(TROUBLE_RUNNER)
let admin: Person
beforeAll(async () => {
  watchTrips()
  admin = await makePerson('admin')
  // the looks' clock is ahead of a cron that does not run here
  for (const round of ['minute', 'hour'])
    await run('insert or replace into cron_ends values (?, ?)', round, now + 2 * DAY_MS)
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
    await runner.join(100, [], { vaultKeys: [{ kid: 'k1', proof: 'p' }] })
    await until('room', async () => (await runnerFleet(bound).runners()).find((r) => r.hasRoom))
  },
  runnerWasRefused: async (version) => {
    beat({ versionRefused: { version, agoMs: Date.now() - now } })
    await until('told', async () => (await runnerFleet(bound).runners())[0]?.versionRefused)
  },
  runnerClockIsAhead: async (ms) => {
    const off = async () => Math.round(((await runnerFleet(bound).runners())[0]?.skewMs ?? -9_999) / 1_000) * 1_000
    for (let beats = 0; beats < 3; beats++) beat({ at: Date.now() + ms })
    await until('told', async () => (await off()) === ms)
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

test('rule troubles: while the books differ all members are added up, some at a time, and the other figures are judged though that fails', async () => {
  const people = [await makePerson('member'), await makePerson('member'), await makePerson('member')]
  const ids = await all<{ id: string }>('select id from users')
  await run('insert or replace into balances (user_id, balance_sen) values (?, 700)', people[1]?.id ?? '')
  expect(ids.length).toBeGreaterThan(3)
  for (const limit of [1, 2, ids.length, 500]) expect(await differenceOfAll(db, limit)).toBe(700)
  await lookHourly(env(), db, now)
  const openKinds = async () =>
    (await all<{ kind: string }>('select kind from troubles where ended_at is null')).map(({ kind }) => kind)
  const looked = async () =>
    (await one<{ at: number }>(`select ended_at as at from cron_ends where round = 'watch_hour'`)).at
  expect(await openKinds()).toContain('ledger_differs')
  await run('alter table balances rename to balances_away')
  await lookHourly(env(), db, ++now)
  expect([await openKinds(), await looked()]).toEqual([expect.arrayContaining(['ledger_differs']), now])
  await run('alter table balances_away rename to balances')
  await run('delete from balances where balance_sen = 700')
  await lookHourly(env(), db, ++now)
  expect(await openKinds()).not.toContain('ledger_differs')
})

test('rule troubles: what an older Worker left in a row that it wrote since is not judged', async () => {
  await run(
    `insert into whatsapp (id, clientid, user_id, purpose, state, status, created_at, due_at, unsettled_since, opt_outs_since,
       version, waiting_version)
     values ('v1', 'v1', 'u', 'blast', 'connected', 'sending', 1, ?1, ?2, ?2, 7, 7)`,
    now + HOUR_MS,
    now - HOUR_MS,
  )
  const ages = async () => {
    const { unsettledMs, optOutsMs } = await readOften(db, now)
    return [unsettledMs, optOutsMs]
  }
  expect(await ages()).toEqual([[HOUR_MS], [HOUR_MS]])
  await run(`update whatsapp set version = 8 where id = 'v1'`)
  expect(await ages()).toEqual([[], []])
  await run(`delete from whatsapp where id = 'v1'`)
})

test('rule troubles: dead letters of an hour are one number, those of before it are told and over', async () => {
  const said = async () => (await readOften(db, now)).deadLetters.find(({ queue }) => queue === 'uji')
  await noteDeadLetters(db, 'uji', 2, now)
  await noteDeadLetters(db, 'uji', 3, now + HOUR_MS - 1)
  expect(await said()).toMatchObject({ messages: 5 })
  await noteDeadLetters(db, 'uji', 1, now + 2 * HOUR_MS)
  expect(await said()).toMatchObject({ messages: 1, at: now + 2 * HOUR_MS })
  await run(`delete from watch_marks where subject = 'uji'`)
})

test('rule troubles: a round is not late for what passed before the place was restored, and a proxy that somebody switched off has not failed', async () => {
  const { since } = await readOften(db, now)
  await run(
    `insert into restorations (id, phase, since, started_at, done_at) values (1, 'done', 1, 1, ?)`,
    (since ?? 0) + 5,
  )
  expect((await readOften(db, now)).since).toBe((since ?? 0) + 5)
  await run('delete from restorations')
  await run(`insert into proxies (id, value, status, created_at) values ('off', 'off', 'nonactive', 1)`)
  expect((await readOften(db, now)).proxies.failed).toBe(false)
  await run(`update proxies set failed_probes = 1 where id = 'off'`)
  expect((await readOften(db, now)).proxies.failed).toBe(true)
  await run(`delete from proxies where id = 'off'`)
})

test('rule troubles: rows of all accounts under a key count, those that name none do not', async () => {
  await run(
    `insert into vault_rows (account_id, kid, rows) values ('a', 'k0', 2), ('a', '?', 9), ('b', 'k0', 3), ('c', '', 0)`,
  )
  const lacking = await readLacking(db, [{ draining: false, kids: ['k1'] }])
  expect(lacking).toEqual([{ kid: 'k0', rows: 5, accounts: 2, runners: 1, of: 1 }])
  // nobody says which keys there are: nothing is known to be missing
  expect(await readLacking(db, [{ draining: false, kids: null }])).toBeNull()
  await run('delete from vault_rows')
})

test('rule troubles: every account that holds numbers is looked at, however many there are', async () => {
  await run(
    `insert into whatsapp (id, clientid, user_id, purpose, state, status, created_at)
     with recursive n (i) as (select 1 union all select i + 1 from n where i < 2001)
     select printf('h%05d', i), printf('h%05d', i), 'u', 'blast', 'connected', 'sending', 1 from n`,
  )
  await run(
    `insert into phone_numbers (number, name, status, in_use, in_use_by, created_at)
     select '62813' || id, 'N', 'active', 1, id, 1 from whatsapp where id like 'h0%'`,
  )
  await run(
    `insert into phone_numbers (number, name, status, in_use, in_use_by, created_at) values ('6281400', 'N', 'active', 1, 'z-gone', 1)`,
  )
  expect((await readHourly(db, now)).idleHolders).toBe(1)
  for (const table of [`whatsapp where id like 'h0%'`, `phone_numbers where in_use_by is not null`])
    await run(`delete from ${table}`)
})
