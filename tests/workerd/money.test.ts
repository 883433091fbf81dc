import { beforeAll, describe, expect, test } from 'vitest'
import { rupiahToSen } from '../../contract/ground/money.ts'
import { reconcile, ledgerStatements } from '../../domain/money/ledger/store.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { recordConnected } from '../../domain/money/stats/store.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask, listen } from './support/api.ts'
import { all, bound, db } from './support/database.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'
import { portsOf } from './support/stage.ts'
import { settleBatches } from '../../domain/money/settlement/settle-batches.ts'

type Fail = { reason: string; msg: string; code?: number }
type Withdraw = { id: string; status: string; nominal: number; User: { account_bank: string } }
let admin: Person
let dev: Person
let staff: Person
beforeAll(async () => {
  await makeLevel('l1', 100, 0)
  admin = await makePerson('admin')
  dev = await makePerson('dev')
  staff = await makePerson('staff')
})
let refs = 0
const richMember = async (rupiah: number, bank = 'BCA'): Promise<Person> => {
  const person = await makePerson('member')
  await bound.DB.prepare(`update users set account_bank = ?, account_name = 'A', account_number = '1' where id = ?`)
    .bind(bank, person.id)
    .run()
  const entry = {
    userId: person.id,
    kind: 'withdraw_release' as const,
    amountSen: rupiahToSen(rupiah),
    ref: `test:${++refs}`,
    at: Date.now(),
  }
  await runBatch(db, ledgerStatements(db, [entry]))
  return person
}
const balance = async (who: Person): Promise<unknown> =>
  (await ask<{ balance: number }>('GET', `/admin/withdraw/balance/${who.id}`, { token: who.token })).json.balance
const request = (who: Person, nominal: unknown) =>
  ask<Fail & { data: Withdraw }>('POST', '/admin/withdraw/request', {
    token: who.token,
    body: { nominal, userId: who.id },
  })
const decide = (who: Person, id: string, status: string) =>
  ask<Fail & { data: Withdraw }>('PUT', '/admin/withdraw/update', { token: who.token, body: { id, status } })
const total = async (path: string, who: Person) =>
  (await ask<{ total: number }>('GET', `/admin/withdraw/${path}`, { token: who.token })).json.total

describe('a withdraw', () => {
  test.each([
    [9_999, 'withdraw_minimum', 'Minimal permintaan penarikan adalah Rp 10.000'],
    [100_001, 'withdraw_balance', 'Saldo tidak mencukupi.'],
  ])('of %i is refused', async (nominal, reason, text) => {
    const person = await richMember(100_000)
    const { json } = await request(person, nominal)
    expect([json.reason, json.msg]).toEqual([reason, text])
    expect(await balance(person)).toBe(100_000)
  })
  test.each(['abc', 10_000.5, null, -20_000])('of %j is no number', async (nominal) => {
    expect((await request(await richMember(100_000), nominal)).status).toBe(422)
  })
  test('is heard at once by its member, by admins and by staff', async () => {
    const person = await richMember(100_000)
    const mine = await listen(`token=${person.token}`)
    const theirs = await listen(`deviceId=client-admin&token=${admin.token}`)
    const payers = await listen(`token=${staff.token}`)
    const heard = ({ events }: typeof mine) => events.filter((e) => e.payload.userId === person.id).map((e) => e.event)
    const { json } = await request(person, 40_000)
    await until('the request', () => heard(mine).length === 2)
    expect(mine.events.find((e) => e.event === 'balance')?.payload).toMatchObject({ balance: 60_000 })
    await decide(admin, json.data.id, 'rejected')
    await until('the decision', () => heard(payers).length === 2 && heard(theirs).length === 2)
    await until('the money is back', () =>
      mine.events.some((e) => e.event === 'balance' && e.payload.balance === 100_000),
    )
    expect(heard(theirs)).toEqual(['withdraw', 'withdraw'])
  })
  test('rule withdraw-reserved: with incomplete bank details says code 1', async () => {
    const { json } = await request(await richMember(100_000, ''), 20_000)
    expect([json.reason, json.code]).toEqual(['withdraw_profile', 1])
  })
  test('rule withdraw-reserved: fifty at once never overdraw', async () => {
    const person = await richMember(100_000)
    const all = await Promise.all(Array.from({ length: 50 }, () => request(person, 30_000)))
    expect(all.filter((a) => a.status === 200)).toHaveLength(3)
    expect(all.filter((a) => a.json.reason === 'withdraw_balance')).toHaveLength(47)
    expect(await balance(person)).toBe(10_000)
    expect(await total(`total-requested/${person.id}`, person)).toBe(90_000)
    expect((await reconcile(db)).difference).toBe(0)
  })
  test('goes its ways, and the money with it', async () => {
    const person = await richMember(50_000)
    const { data: made } = (await request(person, 20_000)).json
    await bound.DB.prepare(`update users set account_bank = 'MANDIRI' where id = ?`).bind(person.id).run()
    expect((await decide(admin, made.id, 'accepted')).json.data).toMatchObject({
      status: 'accepted',
      User: { account_bank: 'BCA' },
    })
    expect((await decide(admin, made.id, 'rejected')).json.reason).toBe('withdraw_moved')
    await decide(admin, made.id, 'requested')
    expect((await decide(staff, made.id, 'rejected')).status).toBe(200)
    expect(await balance(person)).toBe(50_000)
    await decide(dev, made.id, 'requested')
    expect(await balance(person)).toBe(30_000)
    await decide(admin, made.id, 'rejected')
    expect(await balance(person)).toBe(50_000)
    await decide(dev, made.id, 'requested')
    expect(await balance(person)).toBe(30_000)
    expect((await all('select 1 from withdraw_steps where withdraw_id = ?', made.id)).length).toBe(6)
    expect((await reconcile(db)).difference).toBe(0)
  })
  test('rule append-only-ledger: whose entry is written already fails, and its money does not move again', async () => {
    const person = await richMember(50_000)
    const entry = { userId: person.id, kind: 'withdraw_release' as const, amountSen: 100, ref: `test:${refs}`, at: 1 }
    await expect(runBatch(db, ledgerStatements(db, [entry]))).rejects.toThrow()
    expect(await balance(person)).toBe(50_000)
  })
  test('rejected and spent meanwhile cannot be asked again', async () => {
    const person = await richMember(20_000)
    const first = (await request(person, 20_000)).json.data
    await decide(admin, first.id, 'rejected')
    await request(person, 15_000)
    const audits = await all('select 1 from audit_log')
    expect((await decide(admin, first.id, 'requested')).json.reason).toBe('withdraw_balance')
    expect(await all('select 1 from audit_log')).toHaveLength(audits.length)
    expect(await balance(person)).toBe(5_000)
  })
  test('rule withdraw-steps: decided by two at once is decided once', async () => {
    const person = await richMember(20_000)
    const { data } = (await request(person, 20_000)).json
    const both = await Promise.all([
      decide(admin, data.id, 'rejected'),
      decide(dev, data.id, 'rejected'),
      decide(staff, data.id, 'accepted'),
    ])
    expect(both.filter((a) => a.status === 200)).toHaveLength(1)
    expect((await reconcile(db)).difference).toBe(0)
  })
  test('rule staff-pay-out: of one’s own is decided by another; by staff while the setting lets them', async () => {
    const asking = await richMember(20_000)
    await bound.DB.prepare(`update users set role = 'dev' where id = ?`).bind(asking.id).run()
    const { data } = (await request(asking, 20_000)).json
    expect((await decide(asking, data.id, 'accepted')).json.reason).toBe('withdraw_own')
    await ask('PUT', '/admin/setting/update', { token: admin.token, body: { staff_can_process: false } })
    expect((await decide(staff, data.id, 'accepted')).json.reason).toBe('forbidden')
    const seen = ['histories', 'total-today', 'total-all'].map((path) =>
      ask('GET', `/admin/withdraw/${path}`, { token: staff.token }),
    )
    expect((await Promise.all(seen)).map(({ status }) => status)).toEqual([403, 403, 403])
    await ask('PUT', '/admin/setting/update', { token: admin.token, body: { staff_can_process: true } })
    expect((await decide(staff, data.id, 'accepted')).status).toBe(200)
    expect(await total('total-today', admin)).toBe(await total('total-all', admin))
  })
  test('history shows a member only their own', async () => {
    const person = await richMember(20_000)
    await request(person, 10_000)
    const page = await ask<{ data: Withdraw[]; meta: { total: number } }>(
      'GET',
      `/admin/withdraw/histories-per-page?user_id=null`,
      { token: person.token },
    )
    expect(page.json.meta.total).toBe(1)
    const all = await ask<{ data: Withdraw[] }>('GET', '/admin/withdraw/histories-per-page', { token: staff.token })
    expect(all.json.data.length).toBeGreaterThan(1)
  })
})

describe('a bonus', () => {
  const give = (body: object) =>
    ask<Fail & { bonus: { id: string } }>('POST', '/admin/bonus/create', { token: admin.token, body })
  test('rule bonus: counts in the balance, and deleting it takes it back once', async () => {
    const person = await makePerson('member')
    const { json } = await give({ userId: person.id, nominal: '25000', reason: 'rajin' })
    expect(await balance(person)).toBe(25_000)
    const list = await ask<{ data: object[] }>('GET', '/admin/bonus/list-per-page', { token: person.token })
    expect(list.json.data).toMatchObject([{ nominal: 25_000, reason: 'rajin', userId: person.id, adminId: admin.id }])
    const gone = await Promise.all(
      [1, 2].map(() => ask('DELETE', `/admin/bonus/${json.bonus.id}`, { token: admin.token })),
    )
    expect(gone.map((g) => g.status).toSorted()).toEqual([200, 404])
    expect(await balance(person)).toBe(0)
    expect((await ask('GET', `/admin/bonus/total/${person.id}`, { token: person.token })).json).toMatchObject({
      totalBonus: 0,
    })
  })
  test.each([
    {},
    { userId: 'nobody', nominal: 1, reason: 'x' },
    { userId: 'x', nominal: 0, reason: 'x' },
    { userId: 'x', nominal: 1.5, reason: 'x' },
  ])('%j is refused', async (body) => expect((await give(body)).status).toBe(422))
})

test('the hour notes how many accounts are connected, and the day keeps the most', async () => {
  const person = await makePerson('member')
  const insert = bound.DB.prepare(
    `insert into whatsapp (id, user_id, clientid, purpose, state, status, phonenumber, created_at)
      values (?, ?, ?, 'blast', 'connected', 'idle', ?, 0)`,
  )
  await bound.DB.batch(['a', 'b'].map((id) => insert.bind(`wa-${id}`, person.id, `client-of-${id}`, `628120000${id}`)))
  const shown = async (who: Person, query = '') =>
    (await ask<{ list: { connected: number }[] }>('GET', `/admin/stats/daily?days=2${query}`, { token: who.token }))
      .json.list
  expect((await shown(person)).map(({ connected }) => connected)).toEqual([0, 2])
  const yesterday = new Date(Date.now() - 17 * 3_600_000).toISOString().slice(0, 10)
  await recordConnected(db, yesterday)
  await bound.DB.prepare("update whatsapp set state = 'disconnected' where id = 'wa-a'").run()
  await recordConnected(db, yesterday)
  expect((await shown(person)).map(({ connected }) => connected)).toEqual([2, 1])
  expect((await shown(admin, '&user_id=null'))[0]?.connected).toBeGreaterThanOrEqual(2)
})

test('figures of a member and of everybody', async () => {
  const person = await richMember(10_000)
  const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
  for (const id of [person.id, '']) {
    await bound.DB.prepare(
      'insert into daily_stats (user_id, day, success, fail, income_sen) values (?, ?, 7, 2, 70000)',
    )
      .bind(id, day)
      .run()
  }
  await bound.DB.prepare('update users set lifetime_success = 9, lifetime_fail = 3 where id = ?').bind(person.id).run()
  const get = async (path: string, who: Person) => (await ask('GET', path, { token: who.token })).json
  expect(await get(`/admin/messagelog/count/${person.id}`, person)).toMatchObject({ successCount: 9, failCount: 3 })
  expect(await get(`/admin/messagelog/today-income/${person.id}`, person)).toEqual({ income: 700 })
  expect(await get('/admin/messagelog/today-count', admin)).toMatchObject({ success: 7, fail: 2 })
  expect(await get('/admin/messagelog/total-count', admin)).toMatchObject({ successCount: 7, failCount: 2 })
  expect(await get('/admin/stats/daily?days=3', person)).toMatchObject({
    list: [
      { success: 0, income: 0, withdrawals: 0 },
      { success: 0, fail: 0 },
      { day, success: 7, income: 700, withdrawals: 0, demo: false },
    ],
    connectedCount: 0,
  })
  const everybody = (await get('/admin/stats/daily?days=7&user_id=null', admin)) as { list: { withdrawals: number }[] }
  expect(everybody.list).toHaveLength(7)
  expect(everybody.list.at(-1)?.withdrawals).toBe(await total('total-today', admin))
  expect(await get('/admin/ledger/reconcile', admin)).toMatchObject({ difference: 0, rows: [] })
})

test('rule referral: a referrer sees whom they brought and what it earned', async () => {
  const referrer = await makePerson('member')
  const friend = await makePerson('member', { referrerId: referrer.id })
  await ask('PUT', '/admin/setting/update', { token: admin.token, body: { referral_percent: '10' } })
  const result = {
    attemptId: 'ra-1',
    numberId: 1,
    templateId: null,
    priceSen: 12_500,
    from: 'none' as const,
    to: 'success' as const,
    notRegistered: false,
    at: 1,
    attemptedAt: 1,
  }
  const batch = {
    accountId: 'ra',
    userId: friend.id,
    results: [] as (typeof result)[],
    reversals: [] as { attemptId: string; creditedSequence: number; priceSen: number; at: number }[],
  }
  const taken = { attemptId: 'ra-2', creditedSequence: 1, priceSen: 12_500, at: 1 }
  await settleBatches(
    portsOf(db),
    [
      { ...batch, sequence: 1, results: [result, { ...result, attemptId: 'ra-2' }] },
      { ...batch, sequence: 2, reversals: [taken] },
    ],
    Date.now(),
  )
  const page = await ask<{ list: object[]; total: number }>(
    'GET',
    `/admin/users/referral-per-page?userId=${friend.id}`,
    { token: referrer.token },
  )
  expect(page.json).toMatchObject({
    list: [{ id: friend.id, email: friend.email, income: 12.5 }],
    total: 12.5,
    percent: 10,
  })
  expect(
    (await ask<{ list: object[] }>('GET', '/admin/users/referral-per-page', { token: friend.token })).json.list,
  ).toEqual([])
})
