// What one person decides alone about money in a Jakarta day: many small amounts are one large amount.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rupiahToSen } from '../../contract/ground/money.ts'
import { DAY_MS } from '../../contract/ground/time.ts'
import { connect } from '../../domain/ground/db/connection.ts'
import { needsSecondToday } from '../../domain/money/day-limits/store.ts'
import { ask } from './support/api.ts'
import { all, bound, one, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'

type Answer = {
  reason?: string
  fields?: Record<string, string>
  approval: { id: string }
  approval_pending?: boolean
  setting: Record<string, number>
  payout: { id: string; second: string }
  data: { id: string }
}
let admin: Person
let second: Person
let member: Person
const limit = (key: string, value: number) =>
  run('insert into settings values (?, ?) on conflict (key) do update set value = excluded.value', key, String(value))
const makeMember = async (): Promise<Person> => {
  const person = await makePerson('member', { passwordHash: 'none' })
  await run(
    `update users set account_bank = 'BCA', account_name = 'A', account_number = '1234567890' where id = ?`,
    person.id,
  )
  return person
}
beforeAll(async () => {
  await makeLevel('l1', 100, 0)
  second = await makePerson('admin')
})
beforeEach(async () => {
  admin = await makePerson('admin')
  member = await makeMember()
  await run(`delete from settings where key = 'decider_day_limit'`)
  await limit('second_person_above', 50_000)
})
const send = (method: string, path: string, body: unknown, who = admin) =>
  ask<Answer>(method, path, { token: who.token, body })
const bonus = (nominal: number, to = member, who = admin) =>
  send('POST', '/admin/bonus/create', { userId: to.id, nominal, reason: 'rajin' }, who)
const accept = (id: string, who = admin) => send('PUT', '/admin/withdraw/update', { id, status: 'accepted' }, who)
const freeze = (ids: string[], who = admin) => send('POST', '/admin/payout/create', { ids }, who)
const approve = (id: string) => send('PUT', '/admin/approval/decide', { id, approve: true }, second)
const given = async (to = member): Promise<number> =>
  (await one<{ sum: number }>('select coalesce(sum(nominal), 0) as sum from bonuses where user_id = ?', to.id)).sum
/** Requests of one member, whose money came before today. */
const requests = async (nominals: number[], of = member): Promise<string[]> => {
  const sum = nominals.reduce((a, b) => a + b, 0)
  const month = Date.now() - 30 * DAY_MS
  const [id, sen] = [crypto.randomUUID(), rupiahToSen(sum)]
  await run(`insert into bonuses values (?, ?, 'x', ?, 'r', ?, null)`, id, of.id, sum, month)
  await run(
    `insert into ledger (user_id, kind, amount_sen, ref, at) values (?, 'bonus', ?, ?, ?)`,
    of.id,
    sen,
    id,
    month,
  )
  await run('insert into balances (user_id, balance_sen, bonus_sen) values (?, ?, ?)', of.id, sen, sen)
  const made: string[] = []
  for (const nominal of nominals)
    made.push((await send('POST', '/admin/withdraw/request', { nominal, userId: of.id }, of)).json.data.id)
  return made
}

describe('rule day-limits:', () => {
  test('many small bonuses of one day are one large one, also fifty at one moment', async () => {
    const sent = await Promise.all(Array.from({ length: 50 }, () => bonus(10_000)))
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(sent.filter(({ status }) => status === 202)).toHaveLength(45)
    expect(await given()).toBe(50_000)
    // no matter who it is, it is the member's day
    expect((await bonus(1, member, second)).status).toBe(202)
    const asked = (await bonus(1)).json.approval.id
    expect([(await approve(asked)).status, await given()]).toEqual([200, 50_001])
  })
  test('the statement refuses what was judged before another one was written', async () => {
    const body = { userId: member.id, nominal: 30_000, reason: 'rajin' }
    const call: [string, string] = ['POST', '/admin/bonus/create']
    const late = await slowCall(call, { token: admin.token, body }, 'insert into bonuses', () => bonus(30_000))
    expect([late.status, await given()]).toEqual([202, 30_000])
    const [a = '', b = ''] = await requests([20_000, 20_000], await makeMember())
    const path: [string, string] = ['PUT', '/admin/withdraw/update']
    await limit('second_person_above', 30_000)
    const accepted = await slowCall(
      path,
      { token: admin.token, body: { id: a, status: 'accepted' } },
      'insert into withdraw_steps',
      () => accept(b, second),
    )
    expect(accepted.status).toBe(202)
    expect(await one('select status from withdraws where id = ?', a)).toEqual({ status: 'requested' })
  })
  test('a day’s withdraws of one member and their bonuses count together; another day starts over', async () => {
    const [a = '', b = '', c = '', d = ''] = await requests([20_000, 20_000, 20_000, 20_000])
    expect([(await accept(a)).status, (await accept(b, second)).status, (await accept(c)).status]).toEqual([
      200, 200, 202,
    ])
    expect((await bonus(10_001)).status).toBe(202)
    expect((await bonus(10_000)).status).toBe(200)
    await run('update day_decisions set at = at - ?', DAY_MS)
    expect((await accept(d)).status).toBe(200)
    // what two decided counts for the member's day as well
    expect((await accept(c, second)).status).toBe(200)
    expect((await bonus(10_001)).status).toBe(202)
  })
  test('a payout batch counts like its requests', async () => {
    const [a = '', b = '', c = ''] = await requests([20_000, 30_000, 10_000])
    expect((await accept(a)).status).toBe(200)
    const alone = await freeze([b])
    expect(await one('select needs_second from payout_batches where id = ?', alone.json.payout.id)).toEqual({
      needs_second: 0,
    })
    const both = await freeze([c])
    expect(await one('select needs_second from payout_batches where id = ?', both.json.payout.id)).toEqual({
      needs_second: 1,
    })
    const other = await makeMember()
    const [d = '', e = ''] = await requests([30_000, 30_000], other)
    const late = await slowCall(
      ['POST', '/admin/payout/create'],
      { token: admin.token, body: { ids: [d] } },
      'insert into payout_batches',
      () => accept(e, second),
    )
    expect(late.status).toBe(200)
    expect(
      await all('select needs_second from payout_batches where number = (select max(number) from payout_batches)'),
    ).toEqual([{ needs_second: 1 }])
  })
  test('what is decided again counts once', async () => {
    const [id = ''] = await requests([30_000])
    const { payout } = (await freeze([id])).json
    expect((await send('POST', '/admin/payout/release', { id: payout.id })).status).toBe(200)
    expect((await freeze([id])).json.payout.second).toBe('none')
  })
  test('rule decider-day-limit: one person decides alone twenty times the limit in a day, unless the setting says otherwise', async () => {
    const members = await Promise.all(Array.from({ length: 22 }, makeMember))
    const sent = await Promise.all(members.slice(0, 21).map((to) => bonus(50_000, to)))
    expect(sent.filter(({ status }) => status === 202)).toHaveLength(1)
    const last = members[21] ?? member
    expect([(await bonus(1, last)).status, (await bonus(1, last, second)).status]).toEqual([202, 200])
    const [id = ''] = await requests([10_000])
    expect((await accept(id)).status).toBe(202)
    const off = await makeMember()
    await limit('decider_day_limit', 0)
    expect((await bonus(1, off)).status).toBe(200)
    // by itself, where the limit of one amount is off
    await limit('second_person_above', 0)
    await limit('decider_day_limit', 1_000_000)
    expect((await bonus(1, off)).status).toBe(202)
  })
  test('a bonus whose money is back does not count; one whose money may be gone does', async () => {
    const give = async (): Promise<string> => {
      await bonus(50_000)
      return (await one<{ id: string }>('select id from bonuses where user_id = ? and deleted_at is null', member.id))
        .id
    }
    const drop = (id: string, query = '') => ask('DELETE', `/admin/bonus/${id}${query}`, { token: admin.token })
    expect((await drop(await give())).status).toBe(200)
    expect((await drop(await give(), '?confirm=1')).status).toBe(200)
    expect((await bonus(1)).status).toBe(202)
  })
  test('rule decider-day-limit: what two decided is no longer what one of them decided alone', async () => {
    const other = await makePerson('admin')
    await limit('decider_day_limit', 60_000)
    const [id = ''] = await requests([50_000])
    expect((await accept(id)).status).toBe(200)
    await send('PUT', '/admin/withdraw/update', { id, status: 'requested' })
    expect([(await accept(id)).status, (await accept(id, other)).status]).toEqual([202, 200])
    for (const who of [admin, other]) expect((await bonus(20_000, await makeMember(), who)).status).toBe(200)
  })
  test('rule decider-day-limit: the limit of who decides is loosened by two, and follows the other one while it has no row', async () => {
    const save = (body: object) => send('PUT', '/admin/setting/update', body)
    const get = async () => (await ask<Answer>('GET', '/admin/setting/get', { token: admin.token })).json.setting
    expect(await get()).toMatchObject({ decider_day_limit: 1_000_000 })
    const tighter = (await save({ second_person_above: 40_000 })).json
    expect([tighter.approval_pending, tighter.setting['decider_day_limit']]).toEqual([false, 800_000])
    expect(await all(`select value from settings where key = 'decider_day_limit'`)).toEqual([])
    for (const value of [800_001, 0]) {
      expect((await save({ decider_day_limit: value })).json.approval_pending).toBe(true)
      expect(await get()).toMatchObject({ decider_day_limit: 800_000 })
      const [row] = await all<{ id: string }>(`select id from approvals where kind = 'setting' and status = 'waiting'`)
      await send('PUT', '/admin/approval/decide', { id: row?.id, approve: value === 0 }, second)
    }
    expect(await get()).toMatchObject({ decider_day_limit: 0 })
    expect((await save({ decider_day_limit: 1 })).json.approval_pending).toBe(false)
  })
  test('the sums of a day are found by index', async () => {
    const lines = [{ subject: 'a', beneficiaryId: 'b', amount: 1 }]
    const seen: string[] = []
    const db = connect({
      ...bound.DB,
      prepare: (text: string) => {
        seen.push(text)
        return bound.DB.prepare(text)
      },
    } as D1Database)
    expect(await needsSecondToday(db, { kind: 'bonus', by: 'x', now: Date.now(), lines })).toBe(false)
    const [text = ''] = seen
    const places = [...text.matchAll(/\?/g)].map(() => '1')
    const plan = await bound.DB.prepare(`explain query plan ${text}`)
      .bind(...places)
      .all<{ detail: string }>()
    const details = plan.results.map(({ detail }) => detail).filter((detail) => / d /.test(`${detail} `))
    expect(details.every((detail) => detail.startsWith('SEARCH d USING INDEX'))).toBe(true)
  })
})

describe('rule bonus:', () => {
  test('none to oneself, no matter who approves it, and none to a closed person', async () => {
    const own = await bonus(1_000, admin)
    expect([own.status, own.json.reason, Object.keys(own.json.fields ?? {})]).toEqual([403, 'bonus_own', ['userId']])
    const asked = (await bonus(60_000)).json.approval.id
    await run(`update users set status = 'closed', status_at = 1 where id = ?`, member.id)
    expect((await bonus(1_000)).json.reason).toBe('bonus_closed')
    expect((await approve(asked)).json.reason).toBe('bonus_closed')
    // asked by a version before
    await run(`update approvals set asked_by = ? where id = ?`, member.id, asked)
    await run(`update users set status = 'active', role = 'admin' where id = ?`, member.id)
    expect((await approve(asked)).json.reason).toBe('bonus_own')
    expect(await given()).toBe(0)
  })
  test('what changes while it is given is seen by the statement: closed, or no admin any more', async () => {
    const body = { userId: member.id, nominal: 1_000, reason: 'rajin' }
    const late = (act: () => Promise<unknown>) =>
      slowCall(['POST', '/admin/bonus/create'], { token: admin.token, body }, 'insert into bonuses', act)
    const closed = await late(() => run(`update users set status = 'closed' where id = ?`, member.id))
    expect(closed.json.reason).toBe('bonus_closed')
    await run(`update users set status = 'paused' where id = ?`, member.id)
    const role = await late(() => run(`update users set role = 'staff' where id = ?`, admin.id))
    expect([role.json.reason, await given()]).toEqual(['forbidden', 0])
    expect((await bonus(1_000, member, second)).status).toBe(200)
  })
})
