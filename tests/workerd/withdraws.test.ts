// What a member sees and does about their own withdraws, and what the office sees of them.
import { beforeAll, describe, expect, test } from 'vitest'
import { reconcile } from '../../domain/money/ledger/store.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask, call, listen } from './support/api.ts'
import { all, bound, db, run } from './support/database.ts'
import { makePerson, type Person, PASSWORD } from './support/people.ts'

type Fail = { reason: string; msg: string }
type Withdraw = {
  id: string
  status: string
  reason: string | null
  cancelled: boolean
  decidedBy: string | null
  decidedAt: string | null
}
let admin: Person
let staff: Person
beforeAll(async () => {
  admin = await makePerson('admin')
  staff = await makePerson('staff')
})
const give = (who: Person, nominal: number) =>
  ask<{ bonus: { id: string } }>('POST', '/admin/bonus/create', {
    token: admin.token,
    body: { userId: who.id, nominal, reason: 'rajin' },
  })
/** A member with bank details and this much from a bonus. */
const member = async (rupiah: number): Promise<Person> => {
  const person = await makePerson('member')
  await bound.DB.prepare(`update users set account_bank = 'BCA', account_name = 'A', account_number = '1' where id = ?`)
    .bind(person.id)
    .run()
  await give(person, rupiah)
  return person
}
const request = async (who: Person, nominal: number): Promise<string> => {
  const body = { nominal, userId: who.id }
  return (await ask<{ data: Withdraw }>('POST', '/admin/withdraw/request', { token: who.token, body })).json.data.id
}
const decide = (id: string, status: string, reason?: string, who = admin) =>
  ask<Fail & { data: Withdraw }>('PUT', '/admin/withdraw/update', { token: who.token, body: { id, status, reason } })
const cancel = (who: Person, id: string) =>
  ask<Fail & { data: Withdraw }>('POST', '/admin/withdraw/cancel', { token: who.token, body: { id } })
const summary = async (who: Person) =>
  (await ask<Record<string, number>>('GET', `/admin/withdraw/summary/${who.id}`, { token: who.token })).json
const stepsOf = (id: string) =>
  all('select step, from_status, to_status, by, reason from withdraw_steps where withdraw_id = ? order by step', id)
const entriesOf = (who: Person) => all('select kind, amount_sen from ledger where user_id = ? order by id', who.id)
const HISTORY = '/admin/withdraw/histories-per-page'

describe('rule withdraw-cancel:', () => {
  test('a member takes a waiting request back, and the money is theirs again', async () => {
    const person = await member(30_000)
    const id = await request(person, 20_000)
    const { status, json } = await cancel(person, id)
    expect([status, json.data]).toMatchObject([200, { status: 'rejected', cancelled: true, reason: null }])
    expect(await summary(person)).toMatchObject({ balance: 30_000, requested: 0, accepted: 0 })
    expect(await stepsOf(id)).toMatchObject([{ step: 1, to_status: 'rejected', by: person.id }])
  })
  test('asked again it answers the same and gives nothing more', async () => {
    const person = await member(20_000)
    const id = await request(person, 20_000)
    const answers = [...(await Promise.all([1, 2, 3, 4].map(() => cancel(person, id)))), await cancel(person, id)]
    expect(answers.map(({ status, json }) => [status, json.data.cancelled])).toEqual(answers.map(() => [200, true]))
    expect(await entriesOf(person)).toMatchObject([
      { kind: 'bonus' },
      { kind: 'withdraw_hold', amount_sen: -2_000_000 },
      { kind: 'withdraw_release', amount_sen: 2_000_000 },
    ])
    expect((await reconcile(db)).difference).toBe(0)
  })
  test.each(['accepted', 'rejected'])('beside %s at the same moment exactly one of the two happens', async (to) => {
    for (let round = 0; round < 10; round++) {
      const person = await member(20_000)
      const id = await request(person, 20_000)
      const pair = [() => cancel(person, id), () => decide(id, to, 'nomor salah')]
      const order = round % 2 === 0 ? pair : pair.toReversed()
      const answers = await Promise.all(order.map((act) => act()))
      const [mine, theirs] = round % 2 === 0 ? answers : answers.toReversed()
      const cancelled = mine?.status === 200
      expect([mine?.json.reason, theirs?.json.reason]).toEqual(
        cancelled ? [undefined, 'withdraw_cancelled'] : ['withdraw_decided', undefined],
      )
      expect(await stepsOf(id)).toHaveLength(1)
      const paid = !cancelled && to === 'accepted'
      expect(await summary(person)).toMatchObject({ balance: paid ? 0 : 20_000, accepted: paid ? 20_000 : 0 })
    }
    expect((await reconcile(db)).difference).toBe(0)
  })
  test('what is decided stays decided, and what its member cancelled is not opened again by anybody', async () => {
    const person = await member(40_000)
    const [paid, gone] = [await request(person, 20_000), await request(person, 20_000)]
    await decide(paid, 'accepted')
    expect((await cancel(person, paid)).json).toMatchObject({ reason: 'withdraw_decided' })
    await cancel(person, gone)
    for (const status of ['requested', 'accepted', 'rejected'])
      expect((await decide(gone, status)).json.reason).toBe('withdraw_cancelled')
    expect(await summary(person)).toMatchObject({ balance: 20_000, accepted: 20_000 })
  })
  test('rule bank-return: one that was ever accepted its member cannot take back; the office rejects it', async () => {
    const person = await member(20_000)
    const id = await request(person, 20_000)
    await decide(id, 'accepted')
    await decide(id, 'requested')
    expect((await cancel(person, id)).json).toMatchObject({ reason: 'withdraw_once_accepted' })
    await decide(id, 'rejected')
    expect(await summary(person)).toMatchObject({ balance: 20_000, requested: 0, accepted: 0 })
    expect((await reconcile(db)).difference).toBe(0)
  })
  test('is heard at once by the office and by the member', async () => {
    const person = await member(20_000)
    const id = await request(person, 20_000)
    const mine = await listen(`token=${person.token}`)
    const payers = await listen(`token=${staff.token}`)
    await cancel(person, id)
    await until('both know', () =>
      [mine, payers].every(({ events }) =>
        events.some((e) => e.event === 'withdraw' && e.payload.userId === person.id),
      ),
    )
    expect(mine.events.find((e) => e.event === 'balance')?.payload).toMatchObject({ balance: 20_000 })
  })
  test('nobody takes back another’s, not even an admin', async () => {
    const id = await request(await member(20_000), 20_000)
    expect((await cancel(await makePerson('member'), id)).status).toBe(403)
    expect((await cancel(await makePerson('dev'), id)).status).toBe(403)
    expect((await cancel(await makePerson('dev'), 'none')).status).toBe(404)
  })
})

describe('a rejection', () => {
  test('tells the member why, and who decided; taken back, neither is said any more', async () => {
    const person = await member(20_000)
    const id = await request(person, 20_000)
    await decide(id, 'rejected', '  Nomor rekening salah. ')
    const shown = async () =>
      (await ask<{ list: Withdraw[] }>('GET', `/admin/withdraw/history/${person.id}`, { token: person.token })).json
        .list[0]
    const [name] = await all<{ name: string }>(
      `select trim(firstname || ' ' || lastname) as name from users where id = ?`,
      admin.id,
    )
    expect(await shown()).toMatchObject({ reason: 'Nomor rekening salah.', cancelled: false, decidedBy: name?.name })
    await decide(id, 'requested', 'ignored')
    expect(await shown()).toMatchObject({ status: 'requested', reason: null })
    expect(await stepsOf(id)).toMatchObject([{ reason: 'Nomor rekening salah.' }, { reason: null }])
  })
  test('without a reason is taken from older clients, and a reason has its length', async () => {
    const person = await member(20_000)
    const id = await request(person, 20_000)
    expect((await decide(id, 'rejected', 'x'.repeat(301))).status).toBe(422)
    expect((await decide(id, 'rejected')).json.data).toMatchObject({ status: 'rejected', reason: null })
  })
})

test('rule balance-lines: the lines of a balance add up after every step', async () => {
  const person = await member(50_000)
  const adds = async (): Promise<Record<string, number>> => {
    const s = await summary(person)
    expect((s['income'] ?? 0) + (s['bonus'] ?? 0) + (s['referral'] ?? 0)).toBe(
      (s['requested'] ?? 0) + (s['accepted'] ?? 0) + (s['balance'] ?? 0),
    )
    return s
  }
  expect(await adds()).toMatchObject({ bonus: 50_000, balance: 50_000 })
  const [paid, open] = [await request(person, 10_000), await request(person, 15_000)]
  await decide(paid, 'accepted')
  expect(await adds()).toMatchObject({ requested: 15_000, accepted: 10_000, transferred: 0, balance: 25_000 })
  await ask('POST', '/admin/withdraw/ordered', { token: admin.token, body: { id: paid, reference: 'TRX 42' } })
  expect(await adds()).toMatchObject({ accepted: 10_000, transferred: 10_000 })
  await cancel(person, open)
  expect(await adds()).toMatchObject({ requested: 0, balance: 40_000 })
  const other = await ask('GET', `/admin/withdraw/summary/${person.id}`, { token: (await member(1)).token })
  expect(other.status).toBe(403)
})

test('an e-wallet is paid by its mobile number, and nothing else is taken for it', async () => {
  const person = await makePerson('member')
  const save = (body: object) =>
    ask<{ fields?: Record<string, string> }>('PUT', `/admin/users/${person.id}`, {
      token: person.token,
      body: { ...body, current_password: PASSWORD },
    })
  expect((await save({ account_bank: 'OVO', account_number: '1234567890' })).json.fields).toEqual({
    account_number: 'Isi nomor telepon yang terdaftar di OVO, misalnya 081234567890.',
  })
  expect((await save({ account_bank: 'OVO', account_number: '0812 3456 7890', account_name: 'A' })).status).toBe(200)
  expect((await save({ account_number: '12' })).status).toBe(422)
  expect((await save({ account_bank: 'BCA', account_number: '12345' })).status).toBe(200)
})

describe('rule masked-accounts:', () => {
  const NUMBER = '5550123987654'
  const shown = '••••7654'
  const read = async (path: string, who: Person) => {
    const { status, json } = await ask<object>('GET', path, { token: who.token })
    return { status, text: JSON.stringify(json), json }
  }
  test('no list tells a whole number, whose ever it is; one request and one person do, to who may pay out or is it', async () => {
    const person = await member(40_000)
    const bank = { account_number: NUMBER, current_password: PASSWORD }
    await ask('PUT', `/admin/users/${person.id}`, { token: admin.token, body: bank })
    const id = await request(person, 20_000)
    const lists: [string, Person][] = [
      [`${HISTORY}?user_id=${person.id}`, admin],
      [`${HISTORY}?status=requested`, staff],
      [HISTORY, person],
      ['/admin/withdraw/histories', staff],
      [`/admin/withdraw/history/${person.id}`, person],
      [`/admin/users/members-per-page?search=${person.email}`, admin],
      ['/admin/users/members', admin],
      ['/admin/audit?action=user.update', admin],
    ]
    for (const [path, who] of lists) {
      const { status, text } = await read(path, who)
      expect([path, status, text.includes(NUMBER), text.includes(shown)]).toEqual([path, 200, false, true])
    }
    for (const who of [admin, staff])
      expect((await read(`/admin/withdraw/account/${id}`, who)).json).toEqual({
        account_bank: 'BCA',
        account_number: NUMBER,
        account_name: 'A',
      })
    expect((await read(`/admin/users/${person.id}`, person)).text).toContain(NUMBER)
    expect((await read(`/admin/withdraw/account/${id}`, person)).status).toBe(403)
    expect((await read('/admin/withdraw/account/none', admin)).status).toBe(404)
    await run(`insert or replace into settings (key, value) values ('staff_can_process', 'false')`)
    expect((await read(`/admin/withdraw/account/${id}`, staff)).status).toBe(403)
    await run(`delete from settings where key = 'staff_can_process'`)

    // who changed their account does not decide about their money (rule decider-ties)
    const frozen = await ask<{ payout: { id: string } }>('POST', '/admin/payout/create', {
      token: (await makePerson('admin')).token,
      body: { ids: [id] },
    })
    const batch = await read(`/admin/payout/${frozen.json.payout.id}`, admin)
    expect([batch.text.includes(NUMBER), batch.text.includes(shown)]).toEqual([false, true])
  })
})

test('a bonus says who gave it and why', async () => {
  const person = await member(5_000)
  type List = { data: { reason: string; givenBy: string | null }[] }
  const { json } = await ask<List>('GET', '/admin/bonus/list-per-page', { token: person.token })
  const [name] = await all<{ name: string }>(
    `select trim(firstname || ' ' || lastname) as name from users where id = ?`,
    admin.id,
  )
  expect(json.data).toMatchObject([{ reason: 'rajin', givenBy: name?.name }])
})

test('a bonus and its deletion are heard at once by the member', async () => {
  const person = await makePerson('member')
  const mine = await listen(`token=${person.token}`)
  const { json } = await give(person, 25_000)
  const balances = () => mine.events.filter((e) => e.event === 'balance').map((e) => e.payload.balance)
  await until('the bonus', () => balances().length === 1)
  await ask('DELETE', `/admin/bonus/${json.bonus.id}`, { token: admin.token })
  await until('the deletion', () => balances().length === 2)
  expect(balances()).toEqual([25_000, 0])
})

test('the office sees what waits in all, whatever the list shows; a member what of theirs waits', async () => {
  const person = await member(90_000)
  await request(person, 20_000)
  await decide(await request(person, 10_000), 'accepted')
  type Page = { waiting: { count: number; total: number } }
  const waiting = async (who: Person, query: string) =>
    (await ask<Page>('GET', `${HISTORY}?${query}`, { token: who.token })).json.waiting
  const [sums] = await all(`select count(*) as count, sum(nominal) as total from withdraws where status = 'requested'`)
  for (const who of [admin, staff]) expect(await waiting(who, 'status=accepted&page=9')).toEqual(sums)
  expect(await waiting(person, 'user_id=null')).toEqual({ count: 1, total: 20_000 })
})

describe('the file of requests', () => {
  const file = (who: Person, query = '') =>
    call('GET', `/admin/withdraw/export?format=csv${query}`, { token: who.token })
  test('has the rows of the shown status, opens in Excel, and runs no formula', async () => {
    const person = await member(90_000)
    await bound.DB.prepare('update users set account_name = ? where id = ?').bind('=1+1', person.id).run()
    await decide(await request(person, 10_000), 'rejected', 'alasan, dengan koma')
    await request(person, 12_345)
    const bytes = new Uint8Array(await (await file(admin, '&status=rejected')).arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const text = new TextDecoder().decode(bytes)
    expect(text.split('\n')[0]).toBe('Tanggal,Member,Nominal,Status,Bank,Nomor,Nama pemilik,Diproses,Oleh,Alasan')
    expect(text).toContain('"alasan, dengan koma"')
    expect(text).toContain(",'=1+1,")
    expect(text).not.toContain('12345')
    expect(await (await file(staff)).text()).toContain('12345')
  })
  test('is the office’s', async () => {
    expect((await file(await makePerson('member'))).status).toBe(403)
    await ask('PUT', '/admin/setting/update', { token: admin.token, body: { staff_can_process: false } })
    expect((await file(staff)).status).toBe(403)
    await ask('PUT', '/admin/setting/update', { token: admin.token, body: { staff_can_process: true } })
  })
})
