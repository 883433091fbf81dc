// What a member changes of the own profile, and what an admin changes of a member (rule roles).
import { beforeAll, describe, expect, test } from 'vitest'
import { ask, call } from './support/api.ts'
import { all, run } from './support/database.ts'
import { makeLevel, makePerson, PASSWORD, type Person } from './support/people.ts'

type Fail = { reason: string; msg: string; fields?: Record<string, string> }
let member: Person
let admin: Person
let dev: Person
beforeAll(async () => {
  await makeLevel('low', 100, 0)
  await makeLevel('mid', 150, 50)
  member = await makePerson('member')
  admin = await makePerson('admin')
  dev = await makePerson('dev')
})
const put = <T = Fail>(who: Person, id: string, body: object) =>
  ask<T>('PUT', `/admin/users/${id}`, { token: who.token, body })

describe('a profile', () => {
  test('is changed by its owner, who may send the whole user back', async () => {
    const { json } = await ask<{ user: Record<string, unknown> }>('GET', `/admin/users/${member.id}`, {
      token: member.token,
    })
    expect(json).toMatchObject({
      level: 'Level low',
      color: '#2C2C2C',
      user: { blast_fee: 100, blast_interval_min: '5' },
    })
    const back = await put<{ user: object }>(member, member.id, {
      ...json.user,
      firstname: 'Baru',
      account_bank: 'BCA',
      password: '',
      current_password: PASSWORD,
    })
    expect(back.status).toBe(200)
    expect(back.json.user).toMatchObject({ firstname: 'Baru', account_bank: 'BCA' })
    expect(await all('select blast_fee from users where id = ?', member.id)).toEqual([{ blast_fee: null }])
  })
  test.each([
    [{ blast_interval_min: 0 }, 'interval_below_floor'],
    [{ blast_interval_min: 30, blast_interval_max: 20 }, 'interval_order'],
    [{ password: 'pendek', current_password: PASSWORD }, 'password_rule'],
    [{ role: 'admin' }, 'forbidden'],
    [{ level_id: 'mid' }, 'forbidden'],
    [{ email: 'not-an-email' }, 'invalid_input'],
    [{ firstname: '' }, 'invalid_input'],
  ])('of a member refuses %j', async (body, reason) => {
    expect((await put(member, member.id, body)).json.reason).toBe(reason)
  })
  test('rule masked-accounts: an account number that comes back as a list masked it changes nothing', async () => {
    const person = await makePerson('member')
    await run('update users set account_number = ? where id = ?', '5550123987654', person.id)
    const body = { firstname: 'Baru', account_number: '••••7654' }
    const { status } = await ask('PUT', `/admin/users/${person.id}`, { token: person.token, body })
    expect(status).toBe(200)
    expect(await all('select firstname, account_number from users where id = ?', person.id)).toEqual([
      { firstname: 'Baru', account_number: '5550123987654' },
    ])
    const other = { account_number: '••••1111', current_password: PASSWORD }
    expect((await ask('PUT', `/admin/users/${person.id}`, { token: person.token, body: other })).status).toBe(422)
  })
  test('refuses an email that somebody has', async () => {
    const { status, json } = await put(admin, admin.id, { email: member.email, current_password: PASSWORD })
    expect([status, json.fields]).toEqual([409, { email: 'Email sudah terdaftar.' }])
  })
  test('rule sign-in: with a new password of one’s own keeps this sign-in and ends all others', async () => {
    const person = await makePerson('member')
    const elsewhere = await ask<{ token: string }>('POST', '/auth/login', {
      body: { email: person.email, password: PASSWORD },
    })
    expect((await put(person, person.id, { password: 'payung-biru-dua', current_password: PASSWORD })).status).toBe(200)
    expect((await call('POST', '/auth/validate', { token: person.token })).status).toBe(200)
    expect((await call('POST', '/auth/validate', { token: elsewhere.json.token })).status).toBe(401)
    expect((await ask('POST', '/auth/login', { body: { email: person.email, password: PASSWORD } })).status).toBe(401)
    const login = await ask('POST', '/auth/login', { body: { email: person.email, password: 'payung-biru-dua' } })
    expect(login.status).toBe(200)
  })
})

describe('an admin', () => {
  test('sets role, level and fee, ends sign-ins, and it is audited', async () => {
    const person = await makePerson('member')
    const changed = await put<{ user: object }>(admin, person.id, { role: 'staff', level_id: 'mid', blast_fee: 277 })
    expect(changed.json.user).toMatchObject({ role: 'staff', level: 'Level mid', blast_fee: 277, color: '#3E3A32' })
    expect((await call('POST', '/auth/validate', { token: person.token })).status).toBe(401)
    const log = await ask<{ data: object[] }>('GET', '/admin/audit', { token: admin.token })
    expect(log.json.data[0]).toMatchObject({
      actor_id: admin.id,
      action: 'user.update',
      target: person.id,
      before: { role: 'member', level: 'Level low' },
      after: { role: 'staff', level: 'Level mid', blast_fee: 277, signed_out: true },
    })
  })
  test.each(['admin', 'dev'] as const)('rule roles: who is %s sets no level and fee of their own', async (role) => {
    const who = role === 'dev' ? dev : admin
    const before = await all('select * from users where id = ?', who.id)
    for (const body of [
      { blast_fee: 900 },
      { blast_fee: null, level_id: 'mid' },
      { firstname: 'Lain', blast_fee: 101 },
    ])
      expect((await put(who, who.id, body)).json.reason).toBe('price_own')
    expect(await all('select * from users where id = ?', who.id)).toEqual(before)
  })
  test('rule roles: cannot make a dev, a dev can', async () => {
    const person = await makePerson('member')
    expect((await put(admin, person.id, { role: 'dev' })).json.reason).toBe('forbidden')
    expect((await put(dev, person.id, { role: 'dev' })).status).toBe(200)
  })
  test('lists members with search', async () => {
    const page = await ask<{ data: { id: string }[]; meta: object }>(
      'GET',
      `/admin/users/members-per-page?search=${member.email}&page=1`,
      { token: admin.token },
    )
    expect(page.json.data).toMatchObject([{ id: member.id, whatsapps: 0, income: 0 }])
    expect(page.json.meta).toEqual({ page: 1, limit: 20, total: 1, totalPages: 1 })
    const far = await ask<{ data: unknown[] }>('GET', '/admin/users/members-per-page?page=99', { token: admin.token })
    expect(far.json.data).toEqual([])
  })
})

test('rule role-question: who is staff, admin or dev is found in the list of the team, and not among the members', async () => {
  const list = async (query: string) =>
    (
      await ask<{ data: { id: string }[]; meta: { total: number } }>('GET', `/admin/users/members-per-page?${query}`, {
        token: admin.token,
      })
    ).json
  const person = await makePerson('staff')
  const has = async (query: string) => (await list(query)).data.some(({ id }) => id === person.id)
  expect([await has('role=team'), await has('role=all'), await has(''), await has('role=member')]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(await has(`role=team&search=${person.email}`)).toBe(true)
  expect(await has(`search=${person.email}`)).toBe(false)
  const [all, team, members] = [await list('role=all'), await list('role=team'), await list('')]
  expect(all.meta.total).toBe(team.meta.total + members.meta.total)
})
