// The daily look at members (rule fraud-signals) finds planted frauds and leaves innocent look-alikes alone.
import { beforeAll, describe, expect, test } from 'vitest'
import { SIGNAL_POINTS } from '../../contract/money/fraud.ts'
import { DAY_MS, jakartaDay } from '../../contract/ground/time.ts'
import { suspectPage } from '../../domain/money/fraud/list-store.ts'
import { readRound } from '../../domain/money/fraud/store.ts'
import { until } from '../../scripts/drive/until.ts'
import { all, db, one, run } from './support/database.ts'
import { documentOf, fire } from './support/document.ts'
import { FakeRunner } from './support/fake-runner.ts'
import {
  five,
  kindsOf,
  lastSequence,
  type Lender,
  lender,
  lenders,
  look,
  lookAnew,
  NOW,
  paid,
  scoreOf,
  signedIn,
  suspects,
  TODAY,
} from './support/fraud.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { watchedDb } from './support/plans.ts'
import { acked, inside, linkedAccount, numbers, stage } from './support/stage.ts'

let admin: Person
beforeAll(async () => {
  await stage({ referral_percent: '0' })
  admin = await makePerson('admin')
})
const listed = () => suspects(admin)
const suspectOf = async (who: Person) => (await listed()).list.find(({ user_id }) => user_id === who.id)

describe('rule fraud-signals: the daily look', () => {
  test('messages to one’s own accounts, and a circle of two and of three, are found with their counts and names', async () => {
    const [own, a, b, c, d, e] = await lenders(6)
    await paid(own, [own.numberId])
    await paid(a, five(b.numberId))
    await paid(b, five(a.numberId))
    await paid(c, five(d.numberId))
    await paid(d, five(e.numberId))
    await paid(e, five(c.numberId))
    await lookAnew()
    expect(await kindsOf(own)).toEqual(['own_number'])
    for (const who of [a, b, c, d, e]) expect(await kindsOf(who), who.email).toEqual(['ring'])
    const ring = (await suspectOf(c))?.signals[0]
    expect(ring).toMatchObject({ kind: 'ring', count: 5, of: 5 })
    expect(ring?.people.map(({ id }) => id).toSorted()).toEqual([d.id, e.id].toSorted())
    expect(ring?.people[0]?.name).toMatch(/^Orang \d+$/)
    expect(JSON.stringify(await listed())).not.toContain('62877')
  })
  test('a member who is a recipient like any other is in no ring: one way only, too few, or a drop among many', async () => {
    const [a, b, c, d] = await lenders(4)
    await paid(a, five(b.numberId))
    await paid(b, [a.numberId, a.numberId])
    await paid(c, five(d.numberId))
    await paid(d, five(c.numberId))
    for (const who of [c, d])
      await run(`update daily_stats set success = 1000 where user_id = ? and day = ?`, who.id, TODAY)
    await lookAnew()
    for (const who of [a, b, c, d]) expect(await kindsOf(who)).toEqual([])
  })
  test('rule fraud-counting: one account number in two ways of writing, one device, and a referrer who is the same person', async () => {
    const boss = await lender({ bank: '0812-3456-7801', at: 'GoPay' })
    const self = await lender({ bank: '+62 812 3456 7801', at: 'OVO', referrerId: boss.id })
    const third = await lender({ bank: '6281234567801', at: 'DANA' })
    const [x, y] = [await lender(), await lender()]
    const other = await lender({ bank: '0812-3456-7802', referrerId: boss.id })
    await signedIn(x, { device: 'browser-1' })
    await signedIn(y, { device: 'browser-1' })
    await lookAnew()
    expect(await kindsOf(boss)).toEqual(['referral_self', 'shared_bank'])
    expect(await kindsOf(self)).toEqual(['referral_self', 'shared_bank'])
    expect(await kindsOf(third)).toEqual(['shared_bank'])
    expect(await kindsOf(x)).toEqual(['shared_device'])
    expect(await kindsOf(other)).toEqual([])
    expect((await suspectOf(self))?.signals.find(({ kind }) => kind === 'shared_bank')?.people).toEqual([
      { id: third.id, name: expect.stringMatching(/^Orang/) as string },
    ])
    expect((await suspectOf(self))?.signals.find(({ kind }) => kind === 'referral_self')?.people).toMatchObject([
      { id: boss.id },
    ])
  })
  test('rule fraud-counting: no placeholder, no number of another bank, and no leading 62 of a bank account is one account', async () => {
    const pairs = [
      [await lender({ bank: '0' }), await lender({ bank: '000' })],
      [await lender({ bank: '12345' }), await lender({ bank: '12345' })],
      [await lender({ bank: '70012345', at: 'BCA' }), await lender({ bank: '70012345', at: 'BNI' })],
      [await lender({ bank: '6280012345' }), await lender({ bank: '80012345' })],
      [await lender({ bank: '081255550001', at: 'GoPay' }), await lender({ bank: '081255550001', at: 'BCA' })],
    ]
    const same = [
      await lender({ bank: '0070012399', at: 'Bank BCA' }),
      await lender({ bank: '70-012.399', at: ' bca' }),
    ]
    await lookAnew()
    for (const who of pairs.flat()) expect(await kindsOf(who)).toEqual([])
    for (const who of same) expect(await kindsOf(who)).toEqual(['shared_bank'])
  })
  test('rules fraud-counting, score-hold: a couple with one account, one browser and a referral may be listed, and is never held', async () => {
    await run(`insert or replace into settings (key, value) values ('fraud_hold_score', '60')`)
    const at = { device: 'browser-couple', network: '203.0.77.0/24' }
    const husband = await lender({ bank: '88001122' })
    const wife = await lender({ bank: '88001122', referrerId: husband.id })
    const friend = await lender({ bank: '88001122' })
    for (const who of [husband, wife, friend]) await signedIn(who, at)
    await lookAnew()
    expect(await kindsOf(husband)).toEqual(['referral_self', 'shared_bank', 'shared_device'])
    expect(await kindsOf(friend)).toEqual(['shared_bank', 'shared_device'])
    expect(await scoreOf(wife)).toBeGreaterThan(60)
    for (const who of [husband, wife, friend]) expect((await suspectOf(who))?.hold ?? null).toBeNull()
    await run('update users set account_number = id where id = ?', friend.id)
    await run('drop trigger security_events_no_delete')
    await run('delete from security_events where user_id = ?', friend.id)
    await lookAnew()
    expect(await kindsOf(wife)).toEqual(['referral_self'])
    expect((await suspectOf(wife))?.hold).toBeNull()
    await paid(wife, [wife.numberId])
    await lookAnew()
    expect((await suspectOf(wife))?.hold).toMatchObject({ by: null })
    await run(`delete from settings where key = 'fraud_hold_score'`)
  })
  test('rule fraud-counting: of a device with many people twenty are named, and all are found, however much else happened there', async () => {
    const many = await Promise.all(Array.from({ length: 25 }, () => lender()))
    for (const who of many) await signedIn(who, { device: 'kiosk' })
    await run(
      `insert into security_events (at, user_id, kind, digest, device)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < 600)
       select ?, 'stranger-' || (i % 3), 'sign_in_failed', 'd', 'kiosk' from n`,
      NOW,
    )
    await lookAnew()
    for (const who of many) expect(await kindsOf(who)).toEqual(['shared_device'])
    const [found] = await all<{ n: number }>(
      `select json_array_length(evidence, '$.people') as n from fraud_signals where user_id = ? and day = ?`,
      many[7]?.id,
      TODAY,
    )
    expect(found?.n).toBe(20)
  })
  test('a chain of referrers that leads back is found, an honest chain is not', async () => {
    const a = await lender()
    const b = await lender({ referrerId: a.id })
    const honest = await lender({ referrerId: b.id })
    await run('update users set referrer_id = ? where id = ?', b.id, a.id)
    await lookAnew()
    expect(await kindsOf(a)).toEqual(['referral_circle'])
    expect(await kindsOf(b)).toEqual(['referral_circle'])
    expect(await kindsOf(honest)).toEqual([])
  })
  test('a family in one house, and a carrier’s network, reach no list', async () => {
    const family = await Promise.all(Array.from({ length: 4 }, () => lender()))
    for (const who of family) await signedIn(who, { network: '203.0.113.0/24' })
    const carrier = await Promise.all(Array.from({ length: 25 }, () => lender()))
    for (const who of carrier) await signedIn(who, { network: '198.51.100.0/24' })
    const staff = await makePerson('staff')
    const visited = await lender()
    for (const who of [staff, visited]) await signedIn(who, { network: '192.0.2.0/24', device: 'office' })
    await lookAnew()
    expect(await kindsOf(family[0] as Lender)).toEqual(['shared_network'])
    expect(await kindsOf(carrier[0] as Lender)).toEqual([])
    expect(await kindsOf(visited)).toEqual([])
    const ids = new Set((await listed()).list.map(({ user_id }) => user_id))
    for (const who of [...family, ...carrier, visited]) expect(ids.has(who.id)).toBe(false)
    expect(SIGNAL_POINTS.shared_network + SIGNAL_POINTS.shared_device).toBeLessThan(40)
  })
  test('rule fraud-counting: a network of more people than are looked at names nobody, though few of those signed in lately', async () => {
    const [a, b] = await lenders(2)
    for (const who of [a, b]) await signedIn(who, { network: '198.18.0.0/24' })
    const others = (count: number) =>
      run(
        `insert into security_events (at, user_id, kind, digest, network)
         with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
         select ?, 'z-' || i, 'sign_in', 'd', '198.18.0.0/24' from n`,
        count,
        NOW - 100 * DAY_MS,
      )
    await others(30)
    await lookAnew()
    expect(await kindsOf(a)).toEqual(['shared_network'])
    await others(39)
    await lookAnew()
    expect(await kindsOf(a)).toEqual([])
  })
  test('pay that is taken back again and again, and pay without receipts; a few of either are nothing', async () => {
    const [deleter, clumsy, ghost, offline, small] = await lenders(5)
    const [plain] = await numbers(700, 1)
    const { id } = await one<{ id: number }>('select id from phone_numbers where number = ?', plain)
    const takeBack = async (who: Lender, count: number) => {
      await paid(
        who,
        Array.from({ length: 10 }, () => id),
      )
      const of = lastSequence()
      const gone = (n: number) => ({ attemptId: `a-${of}-${n}`, creditedSequence: of, priceSen: 10_000, at: NOW })
      await paid(who, [], { reversals: Array.from({ length: count }, (_, n) => gone(n)) })
    }
    await takeBack(deleter, 4)
    await takeBack(clumsy, 2)
    const day = jakartaDay(NOW - 4 * DAY_MS)
    for (const [who, success, delivered] of [
      [ghost, 100, 3],
      [offline, 100, 60],
      [small, 40, 0],
    ] as const)
      await paid(who, [], { deliveries: [{ day, success, delivered }] })
    await lookAnew()
    expect(await kindsOf(deleter)).toEqual(['deleted_after_pay'])
    expect((await suspectOf(ghost))?.signals).toMatchObject([{ kind: 'never_delivered', count: 97, of: 100 }])
    for (const who of [clumsy, offline, small]) expect(await kindsOf(who)).toEqual([])
  })
  test('an account tells each ended day once, when its receipts are in', async () => {
    const runner = new FakeRunner('receipts')
    await runner.join()
    const who = await makeLender('teller')
    await run('delete from phone_numbers')
    await numbers(800, 2)
    const { object, socket, accountId } = await linkedAccount(runner, who.id)
    await object.start()
    await until('two sends', () => {
      if (socket.sends()[0] && !socket.sends()[1]) socket.say(acked(socket, 0))
      return socket.sends()[1]
    })
    socket.say(acked(socket, 1))
    await until('idle', async () => (await object.snapshot())?.status === 'idle')
    await inside(object, ({ sql }) => {
      sql.exec('update attempts set created_at = created_at - ?', 4 * DAY_MS)
      sql.exec(
        'update attempts set delivered_at = created_at where attempt_id = (select min(attempt_id) from attempts)',
      )
    })
    const rows = () => all('select day, success, delivered from account_deliveries where account_id = ?', accountId)
    await fire(object, 'tidy')
    await until('told', async () => (await rows()).length > 0)
    expect(await rows()).toEqual([{ day: jakartaDay(Date.now() - 4 * DAY_MS), success: 2, delivered: 1 }])
    const { sequence } = await documentOf(object)
    await fire(object, 'tidy')
    expect((await documentOf(object)).sequence).toBe(sequence)
  })
  test('rule fraud-list: a page that fails is tried once more and then skipped, and the list says so', async () => {
    await run(`delete from cron_rounds where name like 'fraud%'`)
    await run(`create trigger bad before delete on fraud_scores begin select raise(abort, 'bad'); end`)
    await run(`insert or ignore into fraud_scores select id, '${TODAY}', 1 from users order by id limit 1`)
    const failed: unknown[] = []
    const fails = () =>
      look(
        db,
        5,
        () => true,
        (error) => failed.push(error),
      )
    expect(await fails()).toBe(false)
    expect(failed).toHaveLength(1)
    expect(await readRound(db)).toMatchObject({ after: '', failedOnce: true })
    await fails()
    await run('drop trigger bad')
    await fails()
    expect(await readRound(db)).toEqual({ day: TODAY, after: null })
    expect(await listed()).toMatchObject({ day: TODAY, partial: true, old: false })
    await run(`update cron_rounds set after = '2026-01-01' where name = 'fraud-shown'`)
    expect(await listed()).toMatchObject({ partial: false, old: true })
  })
  test('a few people a call, resumed where it stopped, once a day, from indexes', async () => {
    await run(`delete from cron_rounds where name like 'fraud%'`)
    await run('delete from fraud_scores')
    const { db: watched, plans } = watchedDb()
    expect(await look(watched, 5, () => false)).toBe(false)
    const place = await readRound(db)
    expect(place).toMatchObject({ day: TODAY })
    // an unfinished day is not shown
    expect((await listed()).day).toBeNull()
    expect(await look(watched, 5, () => false)).toBe(false)
    expect((await readRound(db))?.after).not.toBe(place?.after)
    expect(await look(watched, 5)).toBe(true)
    expect(await readRound(db)).toEqual({ day: TODAY, after: null })
    expect((await listed()).day).toBe(TODAY)
    await suspectPage(watched, { page: 1, limit: 20 })
    const seen = await plans()
    const grows =
      /^SCAN (u|o|m|e|i|d|a|users|security_events|messages_to_members|daily_stats|posting_parts|fraud_\w+)\b/
    expect(seen.filter((plan) => grows.test(plan))).toEqual([])
    // events are found by their person, device or network: the index by kind has everybody's
    const events = seen.filter((plan) => /^SEARCH [ei] /.test(plan) && plan.includes('security_events_'))
    expect(events.filter((plan) => !/INDEX security_events_(user|device|network) /.test(plan))).toEqual([])
    for (const column of ['device', 'network'])
      expect(events.filter((plan) => plan.includes(`security_events_${column} (${column}=? AND user_id`))).toHaveLength(
        3 * events.filter((plan) => plan.includes(`security_events_${column} (${column}=? AND user_id=?`)).length,
      )
    expect(events.filter((plan) => plan.includes('security_events_user (user_id=? AND at>?)'))).not.toEqual([])
    const count = async () => (await one<{ n: number }>('select count(*) as n from fraud_scores')).n
    const before = await count()
    expect(await look()).toBe(true)
    expect(await count()).toBe(before)
  })
})
