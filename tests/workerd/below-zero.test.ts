// A balance below zero pays nobody, in whatever order money is asked for, given and taken back.
import { beforeAll, describe, expect, test } from 'vitest'
import { reconcile } from '../../domain/money/ledger/store.ts'
import { ask } from './support/api.ts'
import { all, bound, db } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'

type Fail = { reason: string; msg: string }
type Withdraw = { id: string; status: string; balance: number; nominal: number }
let admin: Person
let staff: Person
beforeAll(async () => {
  admin = await makePerson('admin')
  staff = await makePerson('staff')
})
const member = async (): Promise<Person> => {
  const person = await makePerson('member')
  await bound.DB.prepare(`update users set account_bank = 'BCA', account_name = 'A', account_number = '1' where id = ?`)
    .bind(person.id)
    .run()
  return person
}
const give = async (who: Person, nominal: unknown): Promise<string> => {
  const body = { userId: who.id, nominal, reason: 'rajin' }
  const { json } = await ask<{ bonus: { id: string } }>('POST', '/admin/bonus/create', { token: admin.token, body })
  return json.bonus.id
}
const takeBack = (id: string, query = '') => ask<Fail>('DELETE', `/admin/bonus/${id}${query}`, { token: admin.token })
const request = async (who: Person, nominal: number): Promise<string> => {
  const body = { nominal, userId: who.id }
  const { json } = await ask<{ data: Withdraw }>('POST', '/admin/withdraw/request', { token: who.token, body })
  return json.data.id
}
const decide = (id: string, status: string, who = admin) =>
  ask<Fail & { data: Withdraw }>('PUT', '/admin/withdraw/update', { token: who.token, body: { id, status } })
const balance = async (who: Person): Promise<unknown> =>
  (await ask<{ balance: number }>('GET', `/admin/withdraw/balance/${who.id}`, { token: who.token })).json.balance

describe('a bonus that is already asked for', () => {
  test('is deleted only after a yes, and the question says what the balance becomes', async () => {
    const person = await member()
    const bonus = await give(person, 100_000)
    await request(person, 100_000)
    const audits = await all('select 1 from audit_log')
    const { status, json } = await takeBack(bonus)
    expect([status, json.reason]).toEqual([409, 'bonus_spent'])
    expect(json.msg).toMatch(
      /^Bonus ini sudah diminta atau ditarik\. Bila dihapus, saldo Orang \d+ menjadi -Rp 100\.000\.$/,
    )
    expect(await balance(person)).toBe(0)
    expect(await all('select 1 from audit_log')).toHaveLength(audits.length)
    expect((await takeBack(bonus, '?confirm=0')).status).toBe(409)
    expect((await takeBack(bonus, '?confirm=yes')).status).toBe(422)
    expect((await takeBack(bonus, '?confirm=1')).status).toBe(200)
    expect(await balance(person)).toBe(-100_000)
    expect((await takeBack(bonus, '?confirm=1')).status).toBe(404)
    expect((await reconcile(db)).difference).toBe(0)
  })
  test('goes without a question where the balance covers it', async () => {
    const person = await member()
    const [bonus] = [await give(person, 25_000), await give(person, 30_000)]
    await request(person, 30_000)
    expect((await takeBack(bonus)).status).toBe(200)
    expect(await balance(person)).toBe(0)
  })
})

describe('a request of a member whose balance is below zero', () => {
  const overdrawn = async (): Promise<{ person: Person; first: string; second: string }> => {
    const person = await member()
    const bonus = await give(person, 100_000)
    const [first, second] = [await request(person, 60_000), await request(person, 40_000)]
    await takeBack(bonus, '?confirm=1')
    return { person, first, second }
  }
  test('rule bonus: is not accepted by anybody, and nothing is written of it', async () => {
    const { person, first } = await overdrawn()
    const audits = await all('select 1 from audit_log')
    for (const who of [admin, staff]) {
      const { status, json } = await decide(first, 'accepted', who)
      expect([status, json.reason, json.msg]).toEqual([
        409,
        'withdraw_negative',
        'Saldo member ini minus. Permintaan baru dapat diterima setelah saldonya tidak lagi minus.',
      ])
    }
    expect(await all('select status, step from withdraws where id = ?', first)).toEqual([
      { status: 'requested', step: 0 },
    ])
    expect(await all('select 1 from audit_log')).toHaveLength(audits.length)
    expect(await balance(person)).toBe(-100_000)
  })
  test('is rejected, which gives back; it cannot be held again, and the other one is paid once zero is reached', async () => {
    const { person, first, second } = await overdrawn()
    expect((await decide(first, 'rejected')).json.data).toMatchObject({ status: 'rejected', balance: -40_000 })
    expect((await decide(first, 'requested')).json.reason).toBe('withdraw_balance')
    expect((await decide(second, 'accepted')).json.reason).toBe('withdraw_negative')
    await give(person, 40_000)
    expect((await decide(second, 'accepted')).json.data).toMatchObject({ status: 'accepted', balance: 0 })
  })
  test('that was accepted before and taken back is not accepted again', async () => {
    const person = await member()
    const bonus = await give(person, 50_000)
    const id = await request(person, 50_000)
    expect((await decide(id, 'accepted')).status).toBe(200)
    await takeBack(bonus, '?confirm=1')
    expect((await decide(id, 'requested')).status).toBe(200)
    // accepted again it waits for a second person first, who is refused
    expect((await decide(id, 'accepted')).status).toBe(202)
    expect((await decide(id, 'accepted', await makePerson('admin'))).json.reason).toBe('withdraw_negative')
    expect((await reconcile(db)).difference).toBe(0)
  })
  test('never slips through beside the deletion of its bonus: what was paid was paid before it', async () => {
    const person = await member()
    const bonus = await give(person, 200_000)
    const ids: string[] = []
    for (let i = 0; i < 20; i++) ids.push(await request(person, 10_000))
    const half = ids.slice(0, 10).map((id) => decide(id, 'accepted'))
    const deletion = takeBack(bonus, '?confirm=1')
    const decided = await Promise.all([...half, ...ids.slice(10).map((id) => decide(id, 'accepted'))])
    expect((await deletion).status).toBe(200)
    for (const { status, json } of decided) if (status !== 200) expect(json.reason).toBe('withdraw_negative')
    // each row of the log stands or falls with its act, and their ids are the order of the acts
    const log = await all<{ id: number; action: string; target: string }>('select id, action, target from audit_log')
    const deletedAt = log.find(({ action, target }) => action === 'bonus.delete' && target === bonus)?.id ?? 0
    const paid = log.filter(({ action, target }) => action === 'withdraw.update' && ids.includes(target))
    expect(paid).toHaveLength(decided.filter(({ status }) => status === 200).length)
    expect(paid.filter(({ id }) => id > deletedAt)).toEqual([])
    expect((await reconcile(db)).difference).toBe(0)
  })
})

test('the list shows each balance as it is, also below zero', async () => {
  const person = await member()
  const bonus = await give(person, 90_000)
  await request(person, 20_000)
  const listed = async (who: Person) =>
    (
      await ask<{ data: Withdraw[] }>('GET', `/admin/withdraw/histories-per-page?user_id=${person.id}`, {
        token: who.token,
      })
    ).json.data[0]?.balance
  expect([await listed(admin), await listed(staff), await listed(person)]).toEqual([70_000, 70_000, 70_000])
  await request(person, 70_000)
  await takeBack(bonus, '?confirm=1')
  expect([await listed(admin), await listed(staff)]).toEqual([-90_000, -90_000])
})
