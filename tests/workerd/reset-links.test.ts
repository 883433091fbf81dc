// What an admin does for a person's sign-in: a link to a new password, the end of every sign-in (rule reset-link).
import { beforeAll, describe, expect, test } from 'vitest'
import { ask, call } from './support/api.ts'
import { all, run } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'

type Fail = { reason: string }
let admin: Person
let dev: Person
beforeAll(async () => {
  admin = await makePerson('admin')
  dev = await makePerson('dev')
})
const as = <T = Fail>(who: Person, method: string, path: string, body?: unknown) =>
  ask<T>(method, path, { token: who.token, body })

describe('a link to reset a password', () => {
  const linkFor = (who: Person, id: string) =>
    as<Fail & { link: string; expiresAt: string }>(who, 'POST', `/admin/users/${id}/reset-link`)
  test('rule reset-link: is handed out by an admin, works once, and its token is stored nowhere', async () => {
    const member = await makePerson('member')
    const { json } = await linkFor(admin, member.id)
    const token = /\/reset-password\?token=([\w-]+)$/.exec(json.link)?.[1] ?? ''
    expect(Date.parse(json.expiresAt)).toBeGreaterThan(Date.now() + 29 * 60_000)
    const told = await all('select data from notices where user_id = ?', member.id)
    expect(told).toEqual([{ data: '{"what":"reset_link"}' }])
    expect(JSON.stringify(await all('select * from audit_log'))).not.toContain(token)
    // whoever had the account until now may have asked for another email
    await run(`insert into email_changes values (?, 't', 'lain@tests.example', null, 9e15)`, member.id)
    const body = { token, password: 'sandi-baru-1', password2: 'sandi-baru-1' }
    expect((await ask('POST', '/auth/reset-password/confirm', { body })).status).toBe(200)
    expect((await ask('POST', '/auth/reset-password/confirm', { body })).status).toBe(410)
    expect(await all('select 1 from email_changes where user_id = ?', member.id)).toEqual([])
  })
  test('for a dev comes from a dev; three at a time; nobody for nobody', async () => {
    const other = await makePerson('dev')
    expect((await linkFor(admin, other.id)).json.reason).toBe('forbidden')
    const answers = []
    for (let i = 0; i < 4; i++) answers.push((await linkFor(dev, other.id)).status)
    expect(answers).toEqual([200, 200, 200, 429])
    expect((await linkFor(admin, 'nobody')).status).toBe(404)
  })
})

test('an admin ends every sign-in of a person', async () => {
  const member = await makePerson('member')
  expect((await as(admin, 'PUT', `/admin/users/${member.id}`, { revoke_sessions: true })).status).toBe(200)
  expect((await call('POST', '/auth/validate', { token: member.token })).status).toBe(401)
})
