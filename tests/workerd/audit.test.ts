// The audit log of what admins, devs and staff write, and of what they were refused (rules audit-log, security-events).
import { beforeAll, expect, test } from 'vitest'
import { jakartaDay } from '../../contract/ground/time.ts'
import { ask, call } from './support/api.ts'
import { all, run } from './support/database.ts'
import { makeLevel, makePerson, type Person, PASSWORD } from './support/people.ts'

type Page<T> = { data: T[]; meta: { total: number } }
let admin: Person
beforeAll(async () => {
  admin = await makePerson('admin')
})
const as = <T>(who: Person, method: string, path: string, body?: unknown) =>
  ask<T>(method, path, { token: who.token, body })

test('rule audit-log: deeds are found by action, target and name of who did them', async () => {
  await as(admin, 'POST', '/admin/suppression', { number: '081299990002' })
  for (const number of ['081288880001', '081288880002', '081288880003'])
    await as(admin, 'POST', '/admin/suppression', { number })
  const found = async (search: string) =>
    (await as<Page<{ action: string }>>(admin, 'GET', `/admin/audit?search=${search}`)).json.data.map((d) => d.action)
  expect(await found('suppression.')).toContain('suppression.create')
  expect(await found('62812999900')).toEqual(['suppression.create'])
  expect((await found('orang')).length).toBeGreaterThan(3)
  expect(await found('nothing-like-it')).toEqual([])
})

type Entry = {
  action: string
  person: string | null
  phone: string | null
  amount: number | null
  thing: string | null
  before: unknown
  after: unknown
}
const entries = async (query: string) => (await as<Page<Entry>>(admin, 'GET', `/admin/audit?${query}`)).json

test('rule audit-log: an entry names the person, the number and the amount, and shows no ids', async () => {
  const person = await makePerson('member')
  await makeLevel('naik', 130, 77)
  await as(admin, 'PUT', `/admin/users/${person.id}`, {
    level_id: 'naik',
    account_bank: 'BCA',
    current_password: PASSWORD,
  })
  // who changed their account gives them nothing (rule decider-ties)
  await as(await makePerson('admin'), 'POST', '/admin/bonus/create', {
    userId: person.id,
    nominal: 25_000,
    reason: 'Rajin',
  })
  await as(admin, 'POST', '/admin/phonenumber/save', {
    number: '081288880011',
    name: 'Sari',
    consent_source: 'Toko pusat',
  })
  const { json: found } = await as<Page<{ id: number }>>(
    admin,
    'GET',
    '/admin/phonenumber/list-per-page?search=081288880011',
  )
  await as(admin, 'DELETE', `/admin/phonenumber/${found.data[0]?.id}`)
  const { data } = await entries('limit=4')
  const name = 'Orang'
  expect(data.map(({ action }) => action)).toEqual([
    'phonenumber.delete',
    'phonenumber.create',
    'bonus.create',
    'user.update',
  ])
  expect(data[0]).toMatchObject({ person: 'Sari', phone: '6281288880011' })
  expect(data[1]).toMatchObject({ phone: '6281288880011' })
  expect(data[2]).toMatchObject({ amount: 25_000, after: { nominal: 25_000, reason: 'Rajin' } })
  expect(data[3]).toMatchObject({ after: { level: 'Level naik', account_bank: 'BCA' } })
  expect([data[2]?.person, data[3]?.person].every((shown) => shown?.startsWith(name))).toBe(true)
  for (const { before, after } of data) expect(JSON.stringify([before, after])).not.toContain(person.id)
})

test('rule audit-log: entries are filtered by area, action and day, and exported as filtered', async () => {
  const actions = async (query: string) => new Set((await entries(query)).data.map(({ action }) => action))
  expect(await actions('action=bonus')).toEqual(new Set(['bonus.create']))
  expect(await actions('action=suppression.create')).toEqual(new Set(['suppression.create']))
  expect((await entries('action=proxy')).meta.total).toBe(0)
  const today = jakartaDay(Date.now())
  const all = (await entries('limit=100')).meta.total
  expect((await entries(`from=${today}&to=${today}`)).meta.total).toBe(all)
  expect((await entries('to=2020-01-01')).data).toEqual([])
  expect((await entries(`action=bonus&from=${today}`)).meta.total).toBe(1)
  expect((await as(admin, 'GET', '/admin/audit?action=nothing')).status).toBe(422)
  const file = await call('GET', `/admin/audit/export?format=csv&action=bonus&from=${today}`, { token: admin.token })
  const lines = (await file.text()).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toBe('id,date,actor_name,actor_role,action,person,phone,amount,thing,before,after,request_id')
  expect(lines[1]).toContain('bonus.create')
  expect(lines[1]).toContain(',25000,')
})

test('an entry of a whole file is about nobody, and a searched number does not stay in the log', async () => {
  const [{ id }] = (await all('select min(id) as id from phone_numbers')) as [{ id: number | null }]
  const recipient = id ?? 1
  if (id === null)
    await run(
      `insert into phone_numbers (id, number, name, status, created_at) values (1, '6281277770001', 'Orang Lain', 'active', 0)`,
    )
  await run(
    `insert into audit_log (at, actor_id, actor_role, action, target) values (?, ?, 'admin', 'phonenumber.import', ?)`,
    Date.now(),
    admin.id,
    `${recipient} november.csv`,
  )
  const [entry] = (await entries('action=phonenumber.import')).data
  expect(entry).toMatchObject({ person: null, phone: null, thing: `${recipient} november.csv` })
  const file = await call('GET', '/admin/audit/export?format=json&search=62812999900', { token: admin.token })
  expect(file.status).toBe(200)
  await file.text()
  const [made] = (await all(`select after from audit_log where action = 'audit.export' order by id desc limit 1`)) as [
    { after: string },
  ]
  expect(made.after).not.toContain('62812999900')
  expect(JSON.parse(made.after)).toMatchObject({ searched: true })
})

test('rule refused-moves: what is refused of money, consent and rights is kept with its reason, once an hour of each; a wrong form is not', async () => {
  const staff = await makePerson('staff')
  const person = await makePerson('member')
  const level = { token: staff.token, body: { name: 'A', blast_fee: 1, requirement_blast: 1 } }
  for (let n = 0; n < 3; n++) expect((await call('POST', '/admin/level/create', level)).status).toBe(403)
  // neither a form with an error nor an act that moves nothing of the three
  expect((await call('PUT', '/admin/withdraw/update', { token: staff.token, body: { id: 3 } })).status).toBe(422)
  expect(
    (await call('POST', '/admin/proxy/save', { token: staff.token, body: { value: 'http://1.1.1.1:1' } })).status,
  ).toBe(403)
  const wrong = { token: person.token, body: { current_password: 'bukan ini', password: 'kata sandi lain 9' } }
  expect((await call('PUT', `/admin/users/${person.id}`, wrong)).status).toBe(422)
  expect((await call('PUT', `/admin/users/${staff.id}`, { token: person.token, body: { role: 'dev' } })).status).toBe(
    403,
  )
  const refusedTo = async ({ id }: Person) =>
    (
      await all<{ subject: string }>(
        `select subject from security_events where user_id = ? and kind = 'act_refused' order by id`,
        id,
      )
    ).map(({ subject }) => subject)
  expect(await refusedTo(staff)).toEqual(['POST /admin/level/create forbidden'])
  expect(await refusedTo(person)).toEqual(['PUT /admin/users/:id password_wrong', 'PUT /admin/users/:id forbidden'])
  const { json } = await ask<{ data: { refused: object | null }[] }>(
    'GET',
    `/admin/security-events?kind=act_refused&user_id=${staff.id}`,
    { token: admin.token },
  )
  expect(json.data.map(({ refused }) => refused)).toEqual([
    { route: 'POST /admin/level/create', text: 'Anda tidak memiliki akses ke halaman ini.' },
  ])
})
