// Money above the settings is moved by two people: one asks, another approves. Levels are in levels.test.ts.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '../../domain/money/ledger/store.ts'
import { decideWithdraw } from '../../domain/money/withdraw/decide-withdraw.ts'
import { ask } from './support/api.ts'
import { all, db, one, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import { bonusesOfYesterday } from './support/payouts.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'

type Approval = {
  id: string
  kind: string
  amount: number
  status: string
  mine: boolean
  forMe: boolean
  changes: object[]
}
type Answer = {
  reason?: string
  approval: { id: string }
  approval_pending?: boolean
  data: { id: string; status: string }
}
let asker: Person
let second: Person
let staff: Person
let person: Person
beforeAll(async () => {
  await makeLevel('l1', 300, 0)
  await makeLevel('l2', 900, 5)
  asker = await makePerson('admin')
  second = await makePerson('admin')
  staff = await makePerson('staff')
})
const limit = (key: string, value: string) =>
  run(
    'insert into settings (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
    key,
    value,
  )
beforeEach(async () => {
  await limit('second_person_above', '50000')
  await limit('second_person_fee_above', '500')
  person = await makePerson('member')
  await run(
    `update users set account_bank = 'BCA', account_name = 'A', account_number = '1234567' where id = ?`,
    person.id,
  )
})
const send = (method: string, path: string, body: unknown, who = asker) =>
  ask<Answer>(method, path, { token: who.token, body })
/** `act` happens between what the call reads and what it writes. */
const slow = (method: string, path: string, body: unknown, writes: string, act: () => Promise<unknown>) =>
  slowCall([method, path], { token: asker.token, body }, writes, act)
const bonus = (nominal: number, who = asker, to = person) =>
  send('POST', '/admin/bonus/create', { userId: to.id, nominal, reason: 'rajin' }, who)
const decide = (id: string, approve: boolean, who = second) =>
  ask<{ reason?: string; approval: Approval }>('PUT', '/admin/approval/decide', {
    token: who.token,
    body: { id, approve, reason: approve ? undefined : 'keliru' },
  })
const waiting = async (who = second) =>
  (await ask<{ data: Approval[]; alone: boolean }>('GET', '/admin/approval/list-per-page', { token: who.token })).json
const balance = async (of = person): Promise<number> =>
  (await all<{ sen: number }>('select balance_sen as sen from balances where user_id = ?', of.id))[0]?.sen ?? 0
const actionsOf = async (target: string) =>
  (
    await all<{ action: string; who: string }>(
      'select action, actor_id as who from audit_log where target = ? order by id',
      target,
    )
  ).map(({ action, who }) => [action, who === asker.id ? 'asker' : 'second'])
const request = async (nominal: number, who = person): Promise<string> => {
  await bonus(50_000, asker, who)
  await bonusesOfYesterday()
  await bonus(50_000, asker, who)
  await bonusesOfYesterday()
  return (await send('POST', '/admin/withdraw/request', { nominal, userId: who.id }, who)).json.data.id
}
const accept = (id: string, who = asker, status = 'accepted') =>
  send('PUT', '/admin/withdraw/update', { id, status }, who)
const stateOf = (id: string) => one<{ status: string }>('select status from withdraws where id = ?', id)

describe('rule second-person:', () => {
  test('a bonus above the setting is given when somebody else approves it, once', async () => {
    expect((await bonus(50_000)).status).toBe(200)
    const asked = await bonus(50_001)
    expect([asked.status, await balance()]).toEqual([202, 5_000_000])
    const { id } = asked.json.approval
    expect((await waiting()).data[0]).toMatchObject({ id, kind: 'bonus', amount: 50_001, mine: false })
    expect((await decide(id, true, asker)).json.reason).toBe('approval_own')
    const both = await Promise.all([decide(id, true), decide(id, true), decide(id, true, await makePerson('dev'))])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await balance()).toBe(10_000_100)
    expect(await actionsOf(id)).toEqual(
      expect.arrayContaining([
        ['approval.ask', 'asker'],
        ['approval.approve', expect.any(String)],
        ['bonus.create', expect.any(String)],
      ]),
    )
    expect(await one('select admin_id from bonuses where id = ?', id)).toEqual({ admin_id: asker.id })
    expect((await reconcile(db)).difference).toBe(0)
  })
  test('refused, taken back, or for oneself, it gives nothing', async () => {
    const [a, b] = [(await bonus(60_000)).json.approval.id, (await bonus(60_000)).json.approval.id]
    expect((await decide(a, false)).json.approval).toMatchObject({ status: 'refused', reason: 'keliru' })
    expect((await decide(b, false, asker)).status).toBe(200)
    for (const id of [a, b]) expect((await decide(id, true)).json.reason).toBe('approval_moved')
    const mine = (await bonus(60_000, asker, second)).json.approval.id
    expect((await waiting()).data.find(({ id }) => id === mine)).toMatchObject({ forMe: true })
    for (const approve of [true, false]) expect((await decide(mine, approve)).json.reason).toBe('approval_yours')
    expect([await balance(), await balance(second)]).toEqual([0, 0])
    for (const who of [staff, person]) expect((await decide(mine, true, who)).status).toBe(403)
    await decide(mine, false, asker)
  })
  test('a withdraw above the setting is accepted by two; the second may be staff, in either list', async () => {
    const [a, b] = [await request(60_000), await request(60_000)]
    expect([(await accept(a)).status, (await accept(a)).json.reason]).toEqual([202, 'approval_own'])
    expect(await stateOf(a)).toEqual({ status: 'requested' })
    expect((await accept(a, staff)).status).toBe(200)
    await accept(b, staff)
    const mine = (await waiting(staff)).data
    expect(mine).toMatchObject([{ kind: 'withdraw', mine: true }])
    const both = await Promise.all([decide(mine[0]?.id ?? '', true), accept(b, second)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect([await stateOf(a), await stateOf(b)]).toEqual([{ status: 'accepted' }, { status: 'accepted' }])
    expect(await all(`select id from approvals where status = 'waiting' and kind = 'withdraw'`)).toEqual([])
    expect((await reconcile(db)).difference).toBe(0)
  })
  test('an acceptance that answers a question which is answered by now does not ask a second time', async () => {
    const id = await request(60_000)
    await accept(id)
    const question = (await waiting()).data[0]?.id ?? ''
    await run(`update approvals set status = 'refused' where id = ?`, question)
    const who = { id: second.id, role: 'admin' } as const
    const answer = { id, to: 'accepted', answers: question, now: Date.now() } as const
    await expect(decideWithdraw(db, who, answer, () => [])).rejects.toMatchObject({ code: 'approval_moved' })
    expect((await waiting()).data).toEqual([])
    await accept(id, second, 'rejected')
  })
  test('a request that is rejected or cancelled meanwhile waits for nobody', async () => {
    const [a, b] = [await request(60_000), await request(60_000)]
    await accept(a)
    await accept(b)
    const ids = (await waiting()).data.map(({ id }) => id)
    await accept(a, second, 'rejected')
    expect((await send('POST', '/admin/withdraw/cancel', { id: b }, person)).status).toBe(200)
    expect((await waiting()).data).toEqual([])
    for (const id of ids) expect((await decide(id, true)).json.reason).toBe('approval_moved')
    expect([await balance(), (await reconcile(db)).difference]).toEqual([20_000_000, 0])
  })
  test('a decision at the same moment: a question that comes after it is not asked, one that came before it is closed', async () => {
    const path = '/admin/withdraw/update'
    const [a, b] = [await request(60_000), await request(60_000)]
    const late = await slow('PUT', path, { id: a, status: 'accepted' }, 'insert into approvals', async () => {
      expect((await accept(a, second, 'rejected')).status).toBe(200)
    })
    expect([late.status, late.json.reason, (await waiting()).data]).toEqual([409, 'withdraw_moved', []])
    // accepted while the limit was off, asked since
    await limit('second_person_above', '0')
    const done = await slow('PUT', path, { id: b, status: 'accepted' }, 'insert into withdraw_steps', async () => {
      await limit('second_person_above', '50000')
      expect((await accept(b, second)).status).toBe(202)
    })
    expect([done.status, (await waiting()).data, await stateOf(b)]).toEqual([200, [], { status: 'accepted' }])
    expect((await reconcile(db)).difference).toBe(0)
  })
  test('one that waits for the second person is not frozen into a batch', async () => {
    const id = await request(60_000)
    await accept(id)
    expect((await send('POST', '/admin/payout/create', { ids: [id] })).json.reason).toBe('payout_choice')
    await accept(id, second, 'rejected')
  })
  test('a price above the setting, by an own fee or a level, waits; what else was changed is saved', async () => {
    const edit = (body: object) => send('PUT', `/admin/users/${person.id}`, body)
    const price = () => one('select firstname, blast_fee, level_id from users where id = ?', person.id)
    expect((await edit({ blast_fee: 500 })).json.approval_pending).toBeUndefined()
    expect((await edit({ blast_fee: 501, firstname: 'Baru' })).json.approval_pending).toBe(true)
    expect(await price()).toMatchObject({ firstname: 'Baru', blast_fee: 500 })
    expect((await edit({ blast_fee: 700 })).json.reason).toBe('approval_waits')
    const [asked] = (await waiting()).data
    expect(asked).toMatchObject({ kind: 'price', amount: 501 })
    await decide(asked?.id ?? '', true)
    expect(await price()).toMatchObject({ blast_fee: 501 })
    // less needs nobody; a level's price that reaches the person counts as their own
    expect((await edit({ blast_fee: null })).json.approval_pending).toBeUndefined()
    expect((await edit({ level_id: 'l2' })).json.approval_pending).toBe(true)
    expect(await price()).toMatchObject({ level_id: 'l1' })
    await decide((await waiting()).data[0]?.id ?? '', true)
    expect(await price()).toMatchObject({ level_id: 'l2' })
    expect(await actionsOf(person.id)).toContainEqual(['user.update', 'second'])
  })
  test('rule approval-as-read: the second person reads every change, and approves nothing that changed since', async () => {
    const ask = async (body: object) => {
      expect((await send('PUT', `/admin/users/${person.id}`, body)).json.approval_pending).toBe(true)
      return (await waiting()).data[0]
    }
    const asked = await ask({ level_id: 'l2' })
    expect(asked?.changes).toEqual([{ of: 'level_id', before: 'Level l1', after: 'Level l2' }])
    await run('update users set blast_fee = 400 where id = ?', person.id)
    expect((await decide(asked?.id ?? '', true)).json.reason).toBe('approval_moved')
    expect(await one('select level_id from users where id = ?', person.id)).toEqual({ level_id: 'l1' })
    await decide(asked?.id ?? '', false)
    const level = { name: 'Perak', blast_fee: 950, requirement_blast: 5 }
    expect((await send('PUT', '/admin/level/l2', level)).status).toBe(202)
    const [raised] = (await waiting()).data
    expect(raised?.changes).toEqual([
      { of: 'level_name', before: 'Level l2', after: 'Perak' },
      { of: 'level_fee', before: 900, after: 950 },
    ])
    await run(`update levels set requirement_blast = 4 where id = 'l2'`)
    expect((await decide(raised?.id ?? '', true)).json.reason).toBe('approval_moved')
    await run(`update levels set requirement_blast = 5 where id = 'l2'`)
    expect((await decide(raised?.id ?? '', true)).status).toBe(200)
    await run(`update levels set name = 'Level l2', blast_fee = 900 where id = 'l2'`)
    await send('PUT', '/admin/setting/update', { second_person_fee_above: 600 })
    const [setting] = (await waiting()).data
    await limit('second_person_fee_above', '550')
    expect((await decide(setting?.id ?? '', true)).json.reason).toBe('approval_moved')
    await decide(setting?.id ?? '', false)
  })
  test('two changes at one moment do not pass the limit together', async () => {
    await run(`update users set blast_fee = 400 where id = ?`, person.id)
    const path = `/admin/users/${person.id}`
    const late = await slow('PUT', path, { blast_fee: null }, 'update users', async () => {
      expect((await send('PUT', path, { level_id: 'l2' })).json.approval_pending).toBeUndefined()
    })
    expect([late.status, late.json.reason]).toEqual([409, 'price_moved'])
    expect(await one('select blast_fee, level_id from users where id = ?', person.id)).toEqual({
      blast_fee: 400,
      level_id: 'l2',
    })
  })
  test('a fee of one’s own waits on while the level, which it hides, rises by itself', async () => {
    await send('PUT', `/admin/users/${person.id}`, { blast_fee: 501 })
    const id = (await waiting()).data[0]?.id ?? ''
    await run(`update users set level_id = 'l2' where id = ?`, person.id)
    expect((await decide(id, true)).status).toBe(200)
    expect(await one('select blast_fee, level_id from users where id = ?', person.id)).toEqual({
      blast_fee: 501,
      level_id: 'l2',
    })
  })
  test('a level of the same name is a change that is shown', async () => {
    await makeLevel('l3', 800, 5)
    await run(`update levels set name = 'Level l1' where id = 'l3'`)
    await send('PUT', `/admin/users/${person.id}`, { level_id: 'l3' })
    const [asked] = (await waiting()).data
    expect(asked?.changes).toEqual([{ of: 'level_id', before: 'Level l1', after: 'Level l1' }])
    await decide(asked?.id ?? '', false)
    await run(`delete from levels where id = 'l3'`)
  })
  test('rule second-person-limits: the limits themselves are loosened by two, tightened by one, and by an admin who is alone', async () => {
    const save = (body: object) => send('PUT', '/admin/setting/update', body)
    expect((await save({ second_person_above: 40_000 })).json.approval_pending).toBe(false)
    expect((await save({ second_person_above: 0, price: 90 })).json.approval_pending).toBe(true)
    const stored = async () =>
      Object.fromEntries(
        (await all<{ key: string; value: string }>('select key, value from settings')).map(({ key, value }) => [
          key,
          value,
        ]),
      )
    expect(await stored()).toMatchObject({ second_person_above: '40000', price: '90' })
    expect((await waiting()).alone).toBe(false)
    expect((await waiting()).data[0]?.changes).toEqual([{ of: 'second_person_above', before: 40_000, after: 0 }])
    await decide((await waiting()).data[0]?.id ?? '', true)
    expect(await stored()).toMatchObject({ second_person_above: '0' })
    await limit('second_person_above', '1000')
    await run(`update users set role = 'member' where role in ('admin', 'dev') and id <> ?`, asker.id)
    expect((await waiting(asker)).alone).toBe(true)
    expect((await save({ second_person_above: 2_000 })).json.approval_pending).toBe(false)
    expect(await stored()).toMatchObject({ second_person_above: '2000' })
    // the person who closed the others, or took their roles away, is not alone by that for seven days
    const gone = await makePerson('admin')
    const close = (daysAgo: number) =>
      run(`update users set status = 'closed', status_at = ? where id = ?`, Date.now() - daysAgo * 86_400_000, gone.id)
    await close(6)
    expect((await waiting(asker)).alone).toBe(false)
    await close(8)
    expect((await waiting(asker)).alone).toBe(true)
    await run(`update users set status = 'active' where id = ?`, gone.id)
    expect((await send('PUT', `/admin/users/${gone.id}`, { role: 'member' })).status).toBe(200)
    expect((await waiting(asker)).alone).toBe(false)
    expect((await save({ second_person_above: 3_000 })).json.approval_pending).toBe(true)
  })
})
