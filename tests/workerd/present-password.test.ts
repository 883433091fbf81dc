// What a thief of a sign-in would change first needs the password once more, and a new email is one only once its mailbox says so.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Mail } from '../../domain/people/notices/mail.ts'
import { makeReset } from '../../domain/people/auth/reset-password.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask, call } from './support/api.ts'
import { all, bound, db, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import { makePerson, PASSWORD, type Person } from './support/people.ts'

const mails: Mail[] = []
beforeEach(() => {
  mails.length = 0
  bound.SANDBOX_URL = 'http://mail.test'
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    mails.push(JSON.parse(String(init?.body)) as Mail)
    return new Response()
  })
})
afterEach(() => {
  delete bound.SANDBOX_URL
  vi.restoreAllMocks()
})

type Answer = { reason?: string; fields?: Record<string, string>; user: { email: string }; email_pending?: string }
const put = (by: Person, id: string, body: object) =>
  ask<Answer>('PUT', `/admin/users/${id}`, { token: by.token, body })
const proof = { current_password: PASSWORD }
const valid = async (token: string) => (await call('POST', '/auth/validate', { token })).status
const signIn = async (who: Person): Promise<string> =>
  (await ask<{ token: string }>('POST', '/auth/login', { body: { email: who.email, password: PASSWORD } })).json.token
const openLinks = async (userId: string): Promise<number> =>
  (await all('select 1 from password_resets where user_id = ? and used_at is null', userId)).length
const reset = (who: Person) => makeReset(db, { email: who.email, origin: 'http://app.test', now: Date.now() })

const SENSITIVE: object[] = [
  { password: 'sandi-baru-1' },
  { email: 'lain@tests.example' },
  { account_bank: 'BCA' },
  { account_number: '1234567' },
  { account_name: 'Orang Lain' },
]
describe('rule present-password: without the present password nobody changes', () => {
  test.each(SENSITIVE)('their own %j', async (body) => {
    const person = await makePerson('member')
    const before = await all('select * from users where id = ?', person.id)
    const missing = await put(person, person.id, body)
    expect([missing.status, missing.json.reason]).toEqual([422, 'password_needed'])
    const wrong = await put(person, person.id, { ...body, current_password: 'bukan-ini' })
    expect([wrong.status, wrong.json.reason]).toEqual([422, 'password_wrong'])
    expect(wrong.json.fields).toHaveProperty('current_password')
    expect(await all('select * from users where id = ?', person.id)).toEqual(before)
    expect((await put(person, person.id, { ...body, ...proof })).status).toBe(200)
  })
  test.each(SENSITIVE)('a member’s %j as an admin, whose own password it is', async (body) => {
    const [person, admin] = [await makePerson('member'), await makePerson('admin')]
    expect((await put(admin, person.id, body)).json.reason).toBe('password_needed')
    expect((await put(admin, person.id, { ...body, ...proof })).status).toBe(200)
  })
  test('but what is sent back unchanged, and a name or an interval, needs none', async () => {
    const person = await makePerson('member')
    const { json } = await ask<{ user: object }>('GET', `/admin/users/${person.id}`, { token: person.token })
    expect((await put(person, person.id, { ...json.user, firstname: 'Baru', password: '' })).status).toBe(200)
  })
  test('and right ones are no guesses', async () => {
    const [person, admin] = [await makePerson('member'), await makePerson('admin')]
    for (let i = 0; i < 12; i++)
      expect((await put(admin, person.id, { account_name: `Nama ${i}`, ...proof })).status).toBe(200)
  })
  test('and ten guesses by one sign-in end in a wait', async () => {
    const person = await makePerson('member')
    const tries: number[] = []
    for (let i = 0; i < 12; i++)
      tries.push((await put(person, person.id, { account_name: 'A', current_password: `x${i}` })).status)
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429])
    const other = { ...person, token: await signIn(person) }
    expect((await put(other, person.id, { account_name: 'A', ...proof })).status).toBe(200)
  })
})

test('rule present-password: a new password ends every open reset link', async () => {
  const person = await makePerson('member')
  await reset(person)
  await reset(person)
  expect(await openLinks(person.id)).toBe(2)
  await put(person, person.id, { password: 'sandi-baru-1', ...proof })
  expect(await openLinks(person.id)).toBe(0)
})
test('rule present-password: so does a password set by one of them', async () => {
  const person = await makePerson('member')
  const [first] = [await reset(person), await reset(person)]
  const token = /token=([\w-]+)/.exec(first?.text ?? '')?.[1]
  await call('POST', '/auth/reset-password/confirm', {
    body: { token, password: 'sandi-baru-1', password2: 'sandi-baru-1' },
  })
  expect(await openLinks(person.id)).toBe(0)
})

test('rule roles: a new role ends open reset links and a new email that waits, which were asked of another role', async () => {
  const [person, admin, dev] = [await makePerson('member'), await makePerson('admin'), await makePerson('dev')]
  const link = await ask<{ link: string }>('POST', `/admin/users/${person.id}/reset-link`, { token: admin.token })
  const email = 'milik.admin@tests.example'
  expect((await put(admin, person.id, { email, ...proof })).json.email_pending).toBe(email)
  const asked = tokenOf(mails.find(({ to }) => to === email))
  expect((await put(dev, person.id, { role: 'dev' })).status).toBe(200)
  const [token, password] = [link.json.link.split('token=')[1], 'sandi-baru-1']
  const used = await ask<Answer>('POST', '/auth/reset-password/confirm', {
    body: { token, password, password2: password },
  })
  expect([used.json.reason, (await confirm(asked)).json.reason]).toEqual(['reset_link_invalid', 'email_link_invalid'])
  expect(await all('select email from users where id = ?', person.id)).toEqual([{ email: person.email }])
})
test.each([
  ['a new password', { password: 'sandi-baru-1', ...proof }],
  ['an end of the sign-ins', { revoke_sessions: true }],
])('rule roles: %s by an admin is none where the person became a dev at the same moment', async (_what, body) => {
  const [person, admin, dev] = [await makePerson('member'), await makePerson('admin'), await makePerson('dev')]
  const late = await slowCall(
    ['PUT', `/admin/users/${person.id}`],
    { token: admin.token, body },
    'delete from sessions',
    async () => {
      expect((await put(dev, person.id, { role: 'dev' })).status).toBe(200)
    },
  )
  expect([late.status, late.json.reason]).toEqual([409, 'edited_meanwhile'])
  expect(await signIn(person)).toBeTruthy()
  expect((await put(admin, person.id, body)).json.reason).toBe('forbidden')
})
test('rule roles: nor is a pause by an admin', async () => {
  const [person, admin, dev] = [await makePerson('member'), await makePerson('admin'), await makePerson('dev')]
  const late = await slowCall(
    ['PUT', `/admin/users/${person.id}/status`],
    { token: admin.token, body: { status: 'paused', reason: 'Uji coba' } },
    'update users',
    () => put(dev, person.id, { role: 'dev' }),
  )
  expect([late.json.reason, await all('select status from users where id = ?', person.id)]).toEqual([
    'edited_meanwhile',
    [{ status: 'active' }],
  ])
})

const tokenOf = (mail: Mail | undefined): string => /confirm-email\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
const confirm = (token: string) => ask<Answer>('POST', '/auth/confirm-email', { body: { token } })
const asked = async (person: Person, email: string): Promise<string> => {
  expect((await put(person, person.id, { email, ...proof })).status).toBe(200)
  await until('both mails', () => mails.length === 2)
  return tokenOf(mails.find(({ to }) => to === email))
}
test('rule mails-without-names: no mail says the name that somebody typed, no matter who has the mailbox', async () => {
  const name = 'Menang Hadiah Undian'
  const person = await makePerson('member')
  await run('update users set firstname = ?, lastname = ? where id = ?', name, name, person.id)
  const mail = await reset(person)
  await signIn(person)
  await put(person, person.id, { email: 'milik-orang@tests.example', ...proof })
  await put(person, person.id, { password: 'payung-biru-9', ...proof })
  const boss = await makePerson('admin')
  await ask('PUT', `/admin/users/${person.id}/status`, {
    token: boss.token,
    body: { status: 'closed', reason: 'Uji coba' },
  })
  await until('new device, both of the email, password, closed', () => mails.length === 5)
  for (const one of [...mails, mail]) {
    expect(one?.text).toMatch(/^Halo,\n/)
    expect(JSON.stringify(one)).not.toContain('Hadiah')
  }
})
describe('rule new-email: a new email', () => {
  test('counts only once the link to it was opened; the old one is told twice, and other sign-ins end', async () => {
    const person = await makePerson('member')
    const elsewhere = await signIn(person)
    await until('word of the new device', () => mails.length === 1)
    mails.length = 0
    const email = 'baru@tests.example'
    const answer = await put(person, person.id, { email, ...proof })
    expect([answer.json.user.email, answer.json.email_pending]).toEqual([person.email, email])
    await until('both mails', () => mails.length === 2)
    expect(mails.map(({ to }) => to).toSorted()).toEqual([email, person.email].toSorted())
    expect(mails.find(({ to }) => to === person.email)?.text).not.toMatch(/token=|http/)
    expect([await valid(person.token), await valid(elsewhere)]).toEqual([200, 200])
    await reset(person)

    const token = tokenOf(mails.find(({ to }) => to === email))
    expect(JSON.stringify(await all('select * from email_changes'))).not.toContain(token)
    expect((await confirm(token)).status).toBe(200)
    expect(await all('select email from users where id = ?', person.id)).toEqual([{ email }])
    expect([await valid(person.token), await valid(elsewhere), await openLinks(person.id)]).toEqual([200, 401, 0])
    await until('the old one', () => mails.length === 3)
    expect(mails[2]?.to).toBe(person.email)
    expect((await confirm(token)).status).toBe(410)
  })
  test('of an admin is on record, as it was and as it is, when asked for and when it counts', async () => {
    const admin = await makePerson('admin')
    const token = await asked(admin, 'kantor@tests.example')
    expect((await confirm(token)).status).toBe(200)
    const entries = await all<{ before: string; after: string }>(
      `select before, after from audit_log where target = ? and action = 'user.update' order by id`,
      admin.id,
    )
    expect(entries.map(({ before, after }) => [JSON.parse(before), JSON.parse(after)])).toEqual([
      [{ email: admin.email }, { email_pending: 'kantor@tests.example', unversioned: true }],
      [{ email: admin.email }, { email: 'kantor@tests.example' }],
    ])
  })
  test('is mailed five times an hour at most, because it may be anybody’s', async () => {
    const person = await makePerson('member')
    const tries: number[] = []
    for (let i = 0; i < 6; i++)
      tries.push((await put(person, person.id, { email: `siapa${i}@tests.example`, ...proof })).status)
    expect(tries).toEqual([200, 200, 200, 200, 200, 429])
    await until('all mails', () => mails.length === 10)
  })
  test('whose link is old, forged or replaced by a newer one is none', async () => {
    const person = await makePerson('member')
    const first = await asked(person, 'satu@tests.example')
    mails.length = 0
    const second = await asked(person, 'dua@tests.example')
    expect((await confirm(first)).status).toBe(410)
    expect((await confirm('x'.repeat(43))).status).toBe(410)
    await run('update email_changes set expires_at = 1 where user_id = ?', person.id)
    expect((await confirm(second)).status).toBe(410)
    expect(await all('select email from users where id = ?', person.id)).toEqual([{ email: person.email }])
  })
  test('that somebody took meanwhile stays theirs', async () => {
    const person = await makePerson('member')
    const other = await makePerson('member')
    const token = await asked(person, 'rebutan@tests.example')
    await run('update users set email = ? where id = ?', 'rebutan@tests.example', other.id)
    expect((await confirm(token)).json.reason).toBe('email_taken')
    expect(await valid(person.token)).toBe(200)
  })
  test('rule taken-email: that somebody has gets the answer of a free one, and its mailbox no link; admins, who list everybody, are told', async () => {
    const [person, other, admin] = [await makePerson('member'), await makePerson('member'), await makePerson('admin')]
    const [free, taken] = ['bebas@tests.example', other.email]
    const first = await put(person, person.id, { email: free, ...proof })
    await until('its mails', () => mails.length === 2)
    const second = await put(person, person.id, { email: taken, ...proof })
    await until('all mails', () => mails.length === 4)
    const { requestId: _, ...shown } = { requestId: '', ...second.json }
    expect([second.status, { ...shown, email_pending: free }]).toEqual([first.status, first.json])
    expect(second.json.email_pending).toBe(taken)
    expect(await all('select user_id, email from email_changes where user_id = ?', person.id)).toHaveLength(1)
    const word = mails.find(({ to }) => to === taken)
    expect(word?.text).not.toMatch(/token=|http/)
    expect((await put(admin, person.id, { email: taken, ...proof })).json.reason).toBe('email_taken')
    expect(await all('select email from users where id = ?', person.id)).toEqual([{ email: person.email }])
  })
  test('rule taken-email: is counted before it is looked up: the sixth in an hour waits, taken or free', async () => {
    const [person, other] = [await makePerson('member'), await makePerson('member')]
    const tries: number[] = []
    for (let i = 0; i < 7; i++)
      tries.push(
        (await put(person, person.id, { email: i % 2 ? other.email : `x${i}@tests.example`, ...proof })).status,
      )
    expect(tries).toEqual([200, 200, 200, 200, 200, 429, 429])
    await until('all mails', () => mails.length === 10)
  })
  test('that waits is forgotten when the password changes', async () => {
    const person = await makePerson('member')
    const token = await asked(person, 'nanti@tests.example')
    await put(person, person.id, { password: 'sandi-baru-1', ...proof })
    expect((await confirm(token)).status).toBe(410)
  })
  test('set by an admin ends all of the person’s sign-ins once it is confirmed', async () => {
    const [person, admin] = [await makePerson('member'), await makePerson('admin')]
    await put(admin, person.id, { email: 'admin-set@tests.example', ...proof })
    await until('both mails', () => mails.length === 2)
    expect(await valid(person.token)).toBe(200)
    await confirm(tokenOf(mails.find(({ to }) => to.startsWith('admin-set'))))
    expect([await valid(person.token), await valid(admin.token)]).toEqual([401, 200])
  })
  test('is refused where no mail can be sent', async () => {
    const { EMAIL } = bound
    delete bound.SANDBOX_URL
    delete bound.EMAIL
    const person = await makePerson('member')
    const { json } = await put(person, person.id, { email: 'x@tests.example', ...proof })
    Object.assign(bound, { EMAIL })
    expect(json.reason).toBe('mail_off')
  })
})
