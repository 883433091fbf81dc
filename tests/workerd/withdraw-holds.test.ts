// A hold on withdraws (rule withdraw-hold) delays and takes nothing.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SIGNAL_POINTS } from '../../contract/money/fraud.ts'
import { DAY_MS, jakartaDay } from '../../contract/ground/time.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { reconcile } from '../../domain/money/ledger/store.ts'
import { readPayHold } from '../../domain/people/holds/pay-hold-store.ts'
import { notePay, payOf, selectPay } from '../../domain/operation/troubles/pay-store.ts'
import { ask } from './support/api.ts'
import { slowCall } from './support/meanwhile.ts'
import { all, db, one, run } from './support/database.ts'
import { five, lender, lookAnew, NOW, paid, scoreOf, suspects, TODAY } from './support/fraud.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'
import { stage } from './support/stage.ts'

let admin: Person
beforeAll(async () => {
  await stage({ referral_percent: '0' })
  admin = await makePerson('admin')
})
const listed = () => suspects(admin)
const suspectOf = async (who: Person) => (await listed()).list.find(({ user_id }) => user_id === who.id)

describe('rule withdraw-hold:', () => {
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
  test('rule score-hold: a high score puts one, once: what a person has looked at and lifted comes back only with more', async () => {
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
  test('rule score-hold: who lifts a hold that a person put has looked at the score, too', async () => {
    const [a, b] = [await drawer(), await drawer()]
    await run(`update users set account_number = '990012', account_bank = 'BCA' where id in (?, ?)`, a.id, b.id)
    await paid(a, five(b.numberId))
    await paid(b, five(a.numberId))
    await run(`insert or replace into settings (key, value) values ('fraud_hold_score', '101')`)
    await lookAnew()
    for (const verb of ['hold', 'lift']) await post(verb, { user_id: a.id, reason: 'Diperiksa' })
    await run(`insert or replace into settings (key, value) values ('fraud_hold_score', '100')`)
    await lookAnew()
    expect([(await suspectOf(a))?.hold, (await suspectOf(b))?.hold]).toMatchObject([null, { by: null }])
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

describe('rule usual-pay:', () => {
  type Answer = { reason?: string; msg?: string; data: { id: string; held: boolean }; payout: { id: string } }
  const send = (method: string, path: string, body: object, who = admin) =>
    ask<Answer>(method, path, { token: who.token, body })
  const accept = (id: string) => send('PUT', '/admin/withdraw/update', { id, status: 'accepted' })
  const order = (id: string) => send('POST', '/admin/withdraw/ordered', { id, reference: 'BCA 77001' })
  const freeze = (ids: string[]) => send('POST', '/admin/payout/create', { ids })
  const reasonOf = ({ status, json }: { status: number; json: Answer }) => [status, json.reason]
  let accounts = 5_550_000
  const requested = async () => {
    const person = await lender({ bank: '888' })
    await run(
      `update users set account_name = 'Orang', account_bank = 'BCA', account_number = ? where id = ?`,
      String(++accounts),
      person.id,
    )
    await send('POST', '/admin/bonus/create', { userId: person.id, nominal: 50_000, reason: 'Rajin' })
    const { json } = await send('POST', '/admin/withdraw/request', { nominal: 20_000 }, person)
    return { person, id: json.data.id }
  }
  const begin = (rupiah = 5_000_000) =>
    run(
      `insert into troubles (kind, subject, since, seen_at, told_at, figures) values ('pay_high', '', ?1, ?1, ?1, ?2)`,
      Date.UTC(2026, 10, 26, 7, 5),
      JSON.stringify({ rupiah, usual: 1_000_000 }),
    )
  const end = () => run(`update troubles set ended_at = 2 where kind = 'pay_high' and ended_at is null`)
  beforeEach(end)
  const lift = async (who = admin) => {
    const { id = 0 } = (await readPayHold(db)) ?? {}
    return send('POST', '/admin/pay-hold/lift', { id: id || 999, reason: 'Harga diperiksa' }, who)
  }

  test('while it stands nothing is accepted, ordered, frozen or given to a bank; asking, taking back and rejecting go on', async () => {
    const [a, b, c, d] = [await requested(), await requested(), await requested(), await requested()]
    expect((await accept(b.id)).status).toBe(200)
    const batch = (await freeze([c.id])).json.payout.id
    await begin()
    const held = [409, 'pay_held']
    const refused = await accept(a.id)
    expect(reasonOf(refused)).toEqual(held)
    expect(refused.json.msg).toBe(
      'Semua withdraw ditahan sejak 26 Nov 2026 14.05 WIB, karena pendapatan per jam lebih dari 3 kali yang biasa. Admin melepasnya di Permintaan Withdraw setelah memeriksanya.',
    )
    expect(reasonOf(await order(b.id))).toEqual(held)
    expect(reasonOf(await freeze([a.id]))).toEqual(held)
    const file = await ask<Answer>('GET', `/admin/payout/${batch}/file`, { token: admin.token })
    expect(reasonOf(file)).toEqual(held)
    // the member reads that it is being checked, and may take it back
    const asked = await send('POST', '/admin/withdraw/request', { nominal: 10_000 }, a.person)
    expect(asked.json.data.held).toBe(true)
    expect((await send('POST', '/admin/withdraw/cancel', { id: asked.json.data.id }, a.person)).status).toBe(200)
    expect((await send('PUT', '/admin/withdraw/update', { id: d.id, status: 'rejected' })).status).toBe(200)
    await end()
    expect([(await accept(a.id)).status, (await order(b.id)).status]).toEqual([200, 200])
    expect((await reconcile(db)).difference).toBe(0)
  })
  test('one that begins while somebody accepts or orders holds what is not written yet', async () => {
    const [a, b] = [await requested(), await requested()]
    await accept(b.id)
    const about = [
      ['PUT', '/admin/withdraw/update', { id: a.id, status: 'accepted' }],
      ['POST', '/admin/withdraw/ordered', { id: b.id, reference: 'BCA 77002' }],
      ['POST', '/admin/payout/create', { ids: [a.id] }],
    ] as const
    for (const [method, path, body] of about) {
      const writes = path.endsWith('create') ? 'insert into payout_batches' : 'insert into withdraw_steps'
      const late = await slowCall([method, path], { token: admin.token, body }, writes, () => begin())
      expect([path, late.status, late.json.reason]).toEqual([path, 409, 'pay_held'])
      await end()
    }
  })
  test('an admin who set no price says that it is right, once, on record; what grows as much again is held again', async () => {
    const { id } = await requested()
    await begin()
    const [setter, member, staff] = [await makePerson('admin'), await makePerson('member'), await makePerson('staff')]
    await makeLevel('pay', 100, 900)
    await send('PUT', '/admin/level/pay', { name: 'Bayar', blast_fee: 110, requirement_blast: 900 }, setter)
    expect(reasonOf(await lift(setter))).toEqual([403, 'pay_yours'])
    // nor by a second sign-in of theirs
    const second = await makePerson('admin')
    await ask('POST', `/admin/users/${second.id}/reset-link`, { token: setter.token })
    expect(reasonOf(await lift(second))).toEqual([403, 'pay_yours'])
    expect([(await lift(member)).status, (await lift(staff)).status]).toEqual([403, 403])
    const hold = (who: Person) =>
      ask<{ hold: object | null }>('GET', '/admin/pay-hold', { token: who.token }).then(({ json }) => json.hold)
    expect(await hold(admin)).toMatchObject({ rupiah: 5_000_000, usual: 1_000_000 })
    expect(await hold(staff)).toMatchObject({ rupiah: null, usual: null })
    const lifts = await Promise.all([lift(), lift(), lift()])
    expect(lifts.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await all(`select after from audit_log where action = 'withdraw.let_go'`)).toEqual([
      { after: '{"reason":"Harga diperiksa"}' },
    ])
    expect(await all(`select user_id as id from security_events where kind = 'hold_lifted'`)).toEqual([
      { id: admin.id },
    ])
    expect([await hold(admin), (await accept(id)).status]).toEqual([null, 200])
    const grows = (rupiah: number) =>
      run(`update troubles set figures = json_object('rupiah', ?, 'usual', 1) where ended_at is null`, rupiah)
    await grows(15_000_000)
    expect(await readPayHold(db)).toBeNull()
    await grows(15_000_001)
    expect(await readPayHold(db)).toMatchObject({ figures: { rupiah: 15_000_001 } })
    await end()
    // another episode is held, too
    await begin()
    expect(await readPayHold(db)).not.toBeNull()
    await end()
  })
  test('the hour is what was paid since the look an hour ago; days that were not noted count as if paid in one hour', async () => {
    const at = Date.UTC(2031, 0, 10, 5)
    await run(
      `insert into daily_stats (user_id, day, income_sen, referral_sen) values ('', '2031-01-08', 700, 70), ('', '2031-01-09', 0, 0)`,
    )
    const look = async (minutes: number) => {
      const now = at + minutes * 60_000
      const read = payOf((await selectPay(db, now))[0], now)
      await runBatch(db, notePay(db, read, now))
      return read
    }
    expect(await look(0)).toMatchObject({ hour: null, days: [770] })
    for (let minutes = 5; minutes < 55; minutes += 5) expect((await look(minutes)).hour).toBeNull()
    await run(`insert into daily_stats (user_id, day, income_sen, referral_sen) values ('', '2031-01-10', 900, 90)`)
    expect((await look(60)).hour).toBe(990)
    // the look before it was missed: it is an hour of sixty-five minutes
    expect(Math.round((await look(115)).hour ?? 0)).toBe(914)
    await look(120)
    expect((await look(180)).hour).toBe(0)
    // the dearest hour of the day stays
    expect(payOf((await selectPay(db, at + DAY_MS))[0], at + DAY_MS).days).toEqual([770, 990])
  })
})
