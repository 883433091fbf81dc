// What a password's hash costs, and which passwords are taken.
import { describe, expect, test } from 'vitest'
import { COMMON_PASSWORD_TEXT } from '../../contract/people/auth.ts'
import { hashPassword } from '../../domain/people/auth/password.ts'
import { makeReset } from '../../domain/people/auth/reset-password.ts'
import { ask, call } from './support/api.ts'
import { all, bound, db } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import { makePerson, PASSWORD } from './support/people.ts'

type Body = { fields?: Record<string, string> }

describe('rule password-hash: a hash of less work', () => {
  // of 'rahasia-123', made by the version before
  const OLD = 'scrypt$16384$8$1$BwcHBwcHBwcHBwcHBwcHBw==$KA/oz52a4ZOFi4Xe/w2vrmYrhpvZB+pEDdOxd5qQVMw='
  const stored = async (id: string) =>
    (await all<{ password_hash: string }>('select password_hash from users where id = ?', id))[0]?.password_hash
  const enter = (email: string, password: string) => call('POST', '/auth/login', { body: { email, password } })
  test('still signs in, and is made again by it', async () => {
    const person = await makePerson('member', { passwordHash: OLD })
    expect((await enter(person.email, 'bukan-ini')).status).toBe(401)
    expect(await stored(person.id)).toBe(OLD)
    expect((await enter(person.email, PASSWORD)).status).toBe(200)
    expect(await stored(person.id)).toMatch(/^scrypt\$16384\$8\$5\$/)
    expect((await enter(person.email, PASSWORD)).status).toBe(200)
  })
  test('of two sign-ins at one moment both enter, and none is on record as failed', async () => {
    const person = await makePerson('member', { passwordHash: OLD })
    const body = { email: person.email, password: PASSWORD }
    const late = await slowCall(['POST', '/auth/login'], { body }, 'insert into sessions', async () => {
      expect((await enter(person.email, PASSWORD)).status).toBe(200)
    })
    expect(late.status).toBe(200)
    expect(await all(`select 1 from security_events where user_id = ? and kind = 'sign_in_failed'`, person.id)).toEqual(
      [],
    )
  })
  test('one at the moment of a new password does not enter', async () => {
    const person = await makePerson('member', { passwordHash: OLD })
    const body = { email: person.email, password: PASSWORD }
    const other = await hashPassword('rahasia-lain-7')
    const late = await slowCall(['POST', '/auth/login'], { body }, 'insert into sessions', () =>
      bound.DB.prepare('update users set password_hash = ? where id = ?').bind(other, person.id).run(),
    )
    expect(late.status).toBe(401)
    expect(await stored(person.id)).toBe(other)
  })
})
test.each(['bismillah', 'password123'])('rule passwords: a change and a reset refuse %s', async (password) => {
  const person = await makePerson('member')
  const changed = await ask<Body>('PUT', `/admin/users/${person.id}`, {
    token: person.token,
    body: { password, current_password: PASSWORD },
  })
  expect([changed.status, changed.json.fields?.['password']]).toEqual([422, COMMON_PASSWORD_TEXT])
  const mail = await makeReset(db, { email: person.email, origin: 'http://app.test', now: Date.now() })
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  const reset = await ask<Body>('POST', '/auth/reset-password/confirm', {
    body: { token, password, password2: password },
  })
  expect([reset.status, reset.json.fields?.['password']]).toEqual([422, COMMON_PASSWORD_TEXT])
})
