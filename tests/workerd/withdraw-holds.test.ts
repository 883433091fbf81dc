// A hold on withdraws (rule withdraw-hold) delays and takes nothing.
import { beforeAll, describe, expect, test } from 'vitest'
import { SIGNAL_POINTS } from '../../contract/fraud.ts'
import { DAY_MS, jakartaDay } from '../../contract/time.ts'
import { reconcile } from '../../domain/ledger/store.ts'
import { ask } from './support/api.ts'
import { all, db, one, run } from './support/database.ts'
import { five, lender, lookAnew, NOW, paid, scoreOf, suspects, TODAY } from './support/fraud.ts'
import { makePerson, type Person } from './support/people.ts'
import { stage } from './support/stage.ts'

let admin: Person
beforeAll(async () => {
  await stage({ referral_percent: '0' })
  admin = await makePerson('admin')
})
const listed = () => suspects(admin)
const suspectOf = async (who: Person) => (await listed()).list.find(({ user_id }) => user_id === who.id)

describe('rule withdraw-hold', () => {
  const post = (path: string, body: object, who = admin) =>
    ask<{ reason: string; text: string }>('POST', `/admin/fraud/${path}`, { token: who.token, body })
  const decide = (id: string, status: string) =>
    ask<{ reason: string }>('PUT', '/admin/withdraw/update', { token: admin.token, body: { id, status } })
  const drawer = async () => {
    const person = await lender({ bank: '777' })
    await run(`update users set account_name = 'Orang', account_number = id where id = ?`, person.id)
    await ask('POST', '/admin/bonus/create', {
      token: admin.token,
      body: { userId: person.id, nominal: 50_000, reason: 'Rajin' },
    })
    return person
  }
  type Item = { id: string; held: boolean; status: string }
  const request = (person: Person) =>
    ask<{ data: Item }>('POST', '/admin/withdraw/request', { token: person.token, body: { nominal: 20_000 } })
  const balance = async (person: Person) =>
    (await ask<object>('GET', `/admin/withdraw/summary/${person.id}`, { token: person.token })).json

  test('a person puts and lifts it with a reason; meanwhile one may ask and take back, and nobody accepts', async () => {
    const person = await drawer()
    expect((await post('hold', { user_id: person.id, reason: '' })).status).toBe(422)
    expect((await post('hold', { user_id: person.id, reason: 'Rekening diperiksa' })).status).toBe(200)
    expect((await post('hold', { user_id: person.id, reason: 'Lagi' })).json.reason).toBe('already_held')
    const { json } = await request(person)
    expect(json.data).toMatchObject({ status: 'requested', held: true })
    const refused = await Promise.all([1, 2, 3].map(() => decide(json.data.id, 'accepted')))
    expect(refused.map((r) => [r.status, r.json.reason])).toEqual(refused.map(() => [409, 'withdraw_held']))
    expect(await balance(person)).toMatchObject({ balance: 30_000, requested: 20_000, accepted: 0 })
    const second = (await request(person)).json.data.id
    expect((await ask('POST', '/admin/withdraw/cancel', { token: person.token, body: { id: second } })).status).toBe(
      200,
    )
    expect(await suspectOf(person)).toMatchObject({
      hold: { reason: 'Rekening diperiksa', by: expect.any(String) as string },
    })

    const lifts = await Promise.all(
      [1, 2, 3].map(() => post('lift', { user_id: person.id, reason: 'Bank menegaskan' })),
    )
    expect(lifts.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await decide(json.data.id, 'accepted')).status).toBe(200)
    expect(await balance(person)).toMatchObject({ balance: 30_000, accepted: 20_000 })
    expect(
      await all(`select action, after from audit_log where target = ? and action like 'user.%' order by id`, person.id),
    ).toEqual([
      { action: 'user.hold_withdraws', after: '{"reason":"Rekening diperiksa"}' },
      { action: 'user.lift_hold', after: '{"reason":"Bank menegaskan"}' },
    ])
    expect((await reconcile(db)).difference).toBe(0)
  })
  test('a hold that comes while others accept stops all or none', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await drawer()
      const { id } = (await request(person)).json.data
      const [, accepted] = await Promise.all([
        post('hold', { user_id: person.id, reason: 'Uji' }),
        decide(id, 'accepted'),
      ])
      const { status } = await one<{ status: string }>('select status from withdraws where id = ?', id)
      expect(status).toBe(accepted.status === 200 ? 'accepted' : 'requested')
    }
    expect((await reconcile(db)).difference).toBe(0)
  })
  test('a high score puts one, once: what a person has looked at and lifted comes back only with more', async () => {
    const [a, b] = [await drawer(), await drawer()]
    await run(`update users set account_number = '990011', account_bank = 'BCA' where id in (?, ?)`, a.id, b.id)
    await paid(a, five(b.numberId))
    await paid(b, five(a.numberId))
    await run(`insert or replace into settings (key, value) values ('fraud_hold_score', '101')`)
    await lookAnew()
    expect(await scoreOf(a)).toBe(SIGNAL_POINTS.ring + SIGNAL_POINTS.shared_bank)
    expect((await suspectOf(a))?.hold).toBeNull()
    expect((await request(a)).json.data.held).toBe(false)
    await run(`insert or replace into settings (key, value) values ('fraud_hold_score', '100')`)
    await lookAnew()
    await lookAnew()
    expect(await suspectOf(a)).toMatchObject({
      hold: { by: null, reason: 'Ada beberapa tanda yang perlu diperiksa dahulu.' },
    })
    expect(await all('select 1 from withdraw_holds where user_id = ?', a.id)).toHaveLength(1)
    // nothing else happened to them
    expect((await one<{ status: string }>('select status from users where id = ?', a.id)).status).toBe('active')
    expect((await request(a)).json.data).toMatchObject({ status: 'requested', held: true })
    await post('lift', { user_id: a.id, reason: 'Suami istri' })
    await lookAnew()
    expect(await suspectOf(a)).toMatchObject({ hold: null, lifted: { reason: 'Suami istri' } })
    await paid(a, [a.numberId])
    await lookAnew()
    expect(await suspectOf(a)).toMatchObject({ hold: { by: null } })
    // who lifts has seen the score of the shown day, and not a higher one of a look that goes on
    await run('insert or replace into fraud_scores values (?, ?, 500)', a.id, jakartaDay(NOW + DAY_MS))
    await post('lift', { user_id: a.id, reason: 'Diperiksa' })
    const [lifted] = await all<{ score: number }>(
      'select score from withdraw_holds where user_id = ? order by id desc limit 1',
      a.id,
    )
    expect(lifted?.score).toBe(await scoreOf(a))
    await run('delete from fraud_scores where day > ?', TODAY)
  })
  test('only admins see and decide, and nobody about themselves', async () => {
    const person = await drawer()
    for (const role of ['member', 'staff'] as const) {
      const who = await makePerson(role)
      expect((await ask('GET', '/admin/fraud', { token: who.token })).status).toBe(403)
      for (const act of ['hold', 'lift'])
        expect((await post(act, { user_id: person.id, reason: 'x' }, who)).status).toBe(403)
    }
    const dev = await makePerson('dev')
    expect((await post('hold', { user_id: dev.id, reason: 'x' }, dev)).json.reason).toBe('withdraw_own')
    expect((await post('lift', { user_id: person.id, reason: 'x' })).json.reason).toBe('not_held')
    expect((await post('hold', { user_id: 'nobody', reason: 'x' })).status).toBe(404)
  })
})
