// What the home screens say besides sums: where a member stands among the levels, and what waits for somebody.
import { beforeAll, expect, test, vi } from 'vitest'
import { adminHome, memberHome, NEEDS_HELP, TROUBLED_MAX } from '../../contract/operation/home.ts'
import { ask } from './support/api.ts'
import { run } from './support/database.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'

let admin: Person
let member: Person
beforeAll(async () => {
  await makeLevel('perunggu', 100, 0)
  await makeLevel('perak', 125, 200)
  await makeLevel('emas', 150, 500)
  admin = await makePerson('admin')
  member = await makePerson('member')
  await run(`update users set level_id = 'perunggu', lifetime_success = 59 where id = ?`, member.id)
})
const own = async (who = member) =>
  memberHome.parse((await ask('GET', `/admin/home/${who.id}`, { token: who.token })).json)
const office = async () => adminHome.parse((await ask('GET', '/admin/home', { token: admin.token })).json)
const link = (id: string, owner: Person, state: string, createdAt: number, removedAt: number | null = null) =>
  run(
    `insert into whatsapp (id, clientid, user_id, purpose, phonenumber, state, status, created_at, removed_at)
      values (?1, ?1, ?2, 'blast', '62' || ?1, ?3, 'idle', ?4, ?5)`,
    id,
    owner.id,
    state,
    createdAt,
    removedAt,
  )

test('rule level: the next level, what it asks for and what it pays', async () => {
  const { level, total } = await own()
  expect(level).toMatchObject({ requirement_blast: 0, next: { requirement_blast: 200, blast_fee: 125 } })
  expect((level.next?.requirement_blast ?? 0) - total.successCount).toBe(141)
})

test('rule level: a fee of one’s own is changed by no level, and the highest level has none after it', async () => {
  await run('update users set blast_fee = 90 where id = ?', member.id)
  expect((await own()).level.next).toMatchObject({ requirement_blast: 200, blast_fee: null })
  await run(`update users set blast_fee = null, level_id = 'emas' where id = ?`, member.id)
  expect((await own()).level.next).toBeNull()
})

test('accounts that do not mend themselves are listed to their owner, the longest linked first', async () => {
  const other = await makePerson('member')
  for (const [at, state] of [...NEEDS_HELP, 'suspended', 'connected', 'reconnecting'].entries())
    await link(`m${at}`, member, state, at)
  await link('gone', member, 'suspended', 1, 5)
  await link('theirs', other, 'suspended', 1)
  const { troubled } = await own()
  expect(troubled.count).toBe(NEEDS_HELP.length + 1)
  expect(troubled.list.map(({ id, state }) => `${id} ${state}`)).toEqual(
    NEEDS_HELP.slice(0, TROUBLED_MAX).map((state, at) => `m${at} ${state}`),
  )
  expect((await own(other)).troubled.list.map(({ id }) => id)).toEqual(['theirs'])
})

test('an admin hears of who opted out in the days of the chart', async () => {
  const before = await office()
  const WEEK_AND_A_DAY_MS = 8 * 24 * 3_600_000
  await run(
    `insert into suppressions (hash, number, via, created_at) values ('h1', '1', 'reply', ?), ('h2', '2', 'page', ?)`,
    Date.now(),
    Date.now() - WEEK_AND_A_DAY_MS,
  )
  const after = await office()
  expect(after.optOuts).toBe(before.optOuts + 1)
})

test('rule price: home says what a message earns and where that comes from, and so does the call of the price', async () => {
  const who = await makePerson('member')
  const fee = async () => (await ask('GET', `/admin/users/blast-fee/${who.id}`, { token: who.token })).json
  await run(`update users set level_id = 'perunggu' where id = ?`, who.id)
  expect((await own(who)).earning).toEqual({ blast_fee: 100, from: 'level' })
  expect(await fee()).toMatchObject({ blast_fee: 100, from: 'level', level: 'Level perunggu' })
  await run('update users set blast_fee = 0 where id = ?', who.id)
  expect((await own(who)).earning).toEqual({ blast_fee: 0, from: 'own' })
  expect(await fee()).toMatchObject({ blast_fee: 0, from: 'own' })
})

test('home tells what is on its way to the member from what has arrived; what was refused or returned is neither', async () => {
  const who = await makePerson('member')
  expect((await own(who)).transfers).toEqual({ owed: 0, paid: 0 })
  for (const [at, [nominal, status, payment]] of (
    [
      [10_000, 'requested', null],
      [20_000, 'accepted', null],
      [40_000, 'accepted', 'ordered'],
      [80_000, 'accepted', 'paid'],
      [160_000, 'rejected', 'returned'],
      [320_000, 'rejected', null],
    ] as const
  ).entries())
    await run(
      `insert into withdraws (id, user_id, nominal, status, payment, account_name, account_bank, account_number, created_at)
        values (?, ?, ?, ?, ?, 'A', 'BCA', '1', ?)`,
      `p${at}`,
      who.id,
      nominal,
      status,
      payment,
      at,
    )
  expect((await own(who)).transfers).toEqual({ owed: 30_000, paid: 120_000 })
})

test('home counts the accounts that could be started, also those that it does not list, and forecasts nothing while none sends', async () => {
  const who = await makePerson('member')
  for (let at = 0; at < 7; at += 1) await link(`idle${at}`, who, 'connected', at)
  await link('idle-lost', who, 'loggedOut', 9)
  const { sentToday, forecast } = await own(who)
  expect([sentToday.count, sentToday.idle, sentToday.list.length]).toEqual([8, 7, 5])
  expect(sentToday.list[0]).toMatchObject({ state: 'connected', status: 'idle', wait: null })
  expect(forecast).toBeNull()
  await run(`update whatsapp set status = 'sending' where id = 'idle0'`)
  await run(`update users set blast_interval_min = 30, blast_interval_max = 30 where id = ?`, who.id)
  await run(
    `insert or replace into settings (key, value) values ('send_window_start', '00:00'), ('send_window_end', '24:00')`,
  )
  await run(`insert or replace into counters (name, value) values ('phone.unblasted', 40)`)
  const { earning, forecast: pays } = await own(who)
  expect(earning.blast_fee).toBeGreaterThan(0)
  expect(pays).toBeGreaterThan(0)
  expect(pays).toBeLessThanOrEqual(40 * earning.blast_fee)
  await run(`insert into sending_pause (id, version, reason, by_id, by_name, at) values (1, 1, 'uji', 'a', 'A', 1)`)
  expect((await own(who)).forecast).toBeNull()
  await run('delete from sending_pause')
})

test('an admin’s money is compared with the last month until the same day, and sending with yesterday at this hour', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-28T05:00:00Z'), toFake: ['Date'] })
  const now = Date.now()
  await run('delete from measures')
  await run(`delete from counters where name like 'paid.2%'`)
  await run(
    `insert into counters (name, value) values ('paid.2026-10-01', 5), ('paid.2026-10-28', 6), ('paid.2026-10-29', 7),
      ('paid.2026-11-01', 8), ('paid.2026-11-28', 9)`,
  )
  const settled = (hoursAgo: number, success: number, rejected: number, untold = 0) =>
    run(
      'insert into measures (at, counts) values (?, ?)',
      now - hoursAgo * 3_600_000,
      JSON.stringify({
        'wa_sends_total|outcome=success|reason=none': success,
        'wa_sends_total|outcome=fail|reason=rejected': rejected,
        'wa_sends_total|outcome=fail|reason=untold': untold,
      }),
    )
  await settled(0.5, 10, 1)
  await settled(2, 1_000, 0)
  await settled(23, 500, 5)
  await settled(24.5, 20, 2, 1)
  await settled(30, 40, 0)
  // the day before that
  await settled(37, 900, 9)
  await run('delete from withdraws')
  const bank = `'A', 'BCA', '1'`
  await run(
    `insert into withdraws (id, user_id, nominal, status, payment, account_name, account_bank, account_number, created_at, decided_at) values
      ('w1', ?1, 20000, 'requested', null, ${bank}, 1, null),
      ('w2', ?1, 30000, 'accepted', null, ${bank}, 1, 2),
      ('w3', ?1, 99000, 'accepted', 'ordered', ${bank}, 1, 3),
      ('w4', ?1, 99000, 'rejected', null, ${bank}, 1, 4)`,
    member.id,
  )
  // many that were transferred since hide none that was not
  await run(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < 600)
     insert into withdraws (id, user_id, nominal, status, payment, account_name, account_bank, account_number, created_at, decided_at)
     select 'later-' || i, ?, 10000, 'accepted', 'ordered', ${bank}, 1, 10 + i from n`,
    member.id,
  )
  const { owed, paidMonth, yesterday, pace } = await office()
  vi.useRealTimers()
  expect({ owed, paidMonth, yesterday, pace }).toEqual({
    owed: 50_000,
    paidMonth: { now: 17, before: 11 },
    yesterday: { successCount: 60, failCount: 3 },
    pace: { now: 11, before: 23 },
  })
})
