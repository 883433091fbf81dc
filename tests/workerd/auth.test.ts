import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { AGREE_TEXT, BOT_CHECK_TEXT, COMMON_PASSWORD_TEXT, NEAR_PASSWORD_TEXT } from '../../contract/people/auth.ts'
import { nameProblem } from '../../contract/people/person-name.ts'
import { ask, call } from './support/api.ts'
import { all, bound, db, run } from './support/database.ts'
import { makeLevel, makePerson, PASSWORD } from './support/people.ts'
import { hashPassword } from '../../domain/people/auth/password.ts'
import { makeReset } from '../../domain/people/auth/reset-password.ts'
import { personSql } from '../../scripts/create-admin/admin.ts'
import { hashToken } from '../../domain/ground/crypto/token.ts'
import { userChannel } from '../../durable-objects/stubs.ts'

type Body = {
  msg: string
  message: string
  error: string
  reason: string
  fields?: Record<string, string>
  requestId: string
}
const form = {
  firstName: ' Siti ',
  lastName: 'Aminah',
  email: ' Siti@Example.com ',
  password: 'sandi-panjang',
  password2: 'sandi-panjang',
  agreeToTerms: true,
  'cf-turnstile-response': 'ok',
}
type Verdict = { success: boolean; action?: string }
const verdict = vi.fn(async (_token: string): Promise<Verdict> => ({ success: true, action: 'register' }))

/** What a sign-up of a stranger answers, and how many people there are then. */
const signUpOfStranger = async () => {
  const { status, json } = await register({ email: 'orang-asing@example.com' })
  const [row] = await all<{ n: number }>('select count(*) as n from users')
  return { status, reason: json.reason, text: json.msg, people: row?.n }
}
const CLOSED = { status: 503, reason: 'sign_up_closed', text: 'Pendaftaran belum dibuka. Coba lagi nanti.' }
beforeAll(async () => {
  await makeLevel('gold', 300, 1_000)
  await makeLevel('bronze', 100, 0)
})
beforeEach(() => {
  verdict.mockReset().mockResolvedValue({ success: true, action: 'register' })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_input, init) => {
    const sent = JSON.parse(String(init?.body)) as { secret: string; response: string }
    expect(sent.secret).toBe(bound.TURNSTILE_SECRET)
    return Response.json(await verdict(sent.response))
  })
})
const register = (change: object) =>
  ask<Body & { success?: true }>('POST', '/auth/register', { body: { ...form, ...change } })

describe('sign-up', () => {
  test('rule restore-gate: a place that has nobody but the release’s visitor, or is being restored, takes no stranger', async () => {
    expect(await signUpOfStranger()).toEqual({ ...CLOSED, people: 0 })
    const probe = {
      email: 'probe-1@release.invalid',
      name: 'Probe Release',
      passwordHash: await hashPassword(PASSWORD),
      role: 'member',
    } as const
    await run(personSql(probe, Date.now()))
    expect(await signUpOfStranger()).toEqual({ ...CLOSED, people: 1 })
    // nor is it told who tries to sign in there: a backup's first rows have the same ids
    const signIn = (password: string) => ask('POST', '/auth/login', { body: { email: probe.email, password } })
    expect([(await signIn(PASSWORD)).status, (await signIn('wrong')).status]).toEqual([200, 401])
    expect(await all('select 1 from security_events')).toEqual([])
    await run('delete from users')
    await makePerson('admin')
    await run(`insert into restorations (id, since, started_at) values (1, 0, 0)`)
    expect(await signUpOfStranger()).toEqual({ ...CLOSED, people: 1 })
    await run('update restorations set done_at = 1')
    expect(await signUpOfStranger()).toMatchObject({ status: 200, people: 2 })
    await run('delete from restorations')
  })
  test.each([
    [{ firstName: ' ' }, 'firstName', 'First name is required.'],
    [{ lastName: undefined }, 'lastName', 'Last name is required.'],
    [{ email: '' }, 'email', 'Email is required.'],
    [{ email: 'siti@' }, 'email', 'Invalid email format.'],
    [{ password: '' }, 'password', 'Password is required.'],
    [{ password2: '' }, 'password2', 'Please confirm your password.'],
    [{ password2: 'lain' }, 'password2', 'Passwords do not match.'],
    [{ password: 'pendek', password2: 'pendek' }, 'password', 'Kata sandi minimal 8 karakter.'],
    [{ password: 'Bismillah1', password2: 'Bismillah1' }, 'password', COMMON_PASSWORD_TEXT],
    [{ password: 'Aminah99', password2: 'Aminah99' }, 'password', NEAR_PASSWORD_TEXT],
    [{ agreeToTerms: false }, 'agreeToTerms', AGREE_TEXT],
    [{ firstName: 7, lastName: null }, 'firstName', 'First name is required.'],
    [{ firstName: 'Buka evil.com' }, 'firstName', nameProblem('Buka evil.com')],
    [{ lastName: 'x\nAkun Anda diblokir' }, 'lastName', nameProblem('x\nAkun')],
  ])('%j is refused under its field', async (change, field, text) => {
    const { status, json } = await register(change)
    expect(status).toBe(422)
    expect(json.fields?.[field]).toBe(text)
    expect([json.msg, json.message, json.error]).toEqual([text, text, text])
    expect(verdict).not.toHaveBeenCalled()
  })
  test('rule bot-check: needs the bot check, made for this action', async () => {
    expect((await register({ 'cf-turnstile-response': '' })).json.msg).toBe(BOT_CHECK_TEXT)
    verdict.mockResolvedValue({ success: false })
    expect((await register({})).json.reason).toBe('bot_check_failed')
    verdict.mockResolvedValue({ success: true, action: 'login' })
    expect((await register({})).json.reason).toBe('bot_check_failed')
  })
  test('makes a member on the lowest level with the settings’ interval, and no session', async () => {
    const referrer = await makePerson('member')
    const [{ referral_code: code } = { referral_code: '' }] = await all<{ referral_code: string }>(
      'select referral_code from users where id = ?',
      referrer.id,
    )
    const done = await register({ affiliateCode: ` ${code.toLowerCase()} `, role: 'admin' })
    expect(done.json).toEqual({ success: true })
    const [row] = await all('select * from users where email = ?', 'siti@example.com')
    expect(row).toMatchObject({ firstname: 'Siti', role: 'member', level_id: 'bronze', referrer_id: referrer.id })
    expect(row).toMatchObject({ blast_interval_min: 5, blast_interval_max: 15 })
    const again = await register({})
    expect([again.status, again.json.fields]).toEqual([409, { email: 'Email sudah terdaftar.' }])
  })
  test('rule referral: an unknown referral code is a field error', async () => {
    const { status, json } = await register({ email: 'x@example.com', affiliateCode: 'nobody' })
    expect([status, json.fields]).toEqual([422, { referral_code: 'Kode referal tidak dikenal.' }])
  })
})

describe('a session', () => {
  test('rule sign-in: ends with sign-out', async () => {
    const person = await makePerson('member')
    expect((await call('POST', '/auth/logout', { token: person.token })).status).toBe(200)
    const after = await ask<Body>('POST', '/auth/validate', { token: person.token })
    expect([after.status, after.json.reason]).toEqual([401, 'invalid_token'])
  })
  test('rule sign-in: slides when it is used, at most once a day', async () => {
    const person = await makePerson('member')
    const soon = Date.now() + 5 * 86_400_000
    await bound.DB.prepare('update sessions set expires_at = ? where user_id = ?').bind(soon, person.id).run()
    await call('POST', '/auth/validate', { token: person.token })
    await vi.waitFor(async () => {
      const [row] = await all<{ expires_at: number }>('select expires_at from sessions where user_id = ?', person.id)
      expect(row?.expires_at).toBeGreaterThan(soon)
    })
  })
  test('rule sign-in: ends 90 days after it began, however much it is used', async () => {
    const person = await makePerson('member')
    const [now, day] = [Date.now(), 86_400_000]
    const began = now - 80 * day
    await bound.DB.prepare('update sessions set created_at = ?, expires_at = ? where user_id = ?')
      .bind(began, now + day, person.id)
      .run()
    await call('POST', '/auth/validate', { token: person.token })
    await vi.waitFor(async () => {
      const [row] = await all<{ expires_at: number }>('select expires_at from sessions where user_id = ?', person.id)
      expect(row?.expires_at).toBe(began + 90 * day)
    })
  })
  test('rule sign-in: stays with who changes their own password, on that device alone', async () => {
    const person = await makePerson('member')
    const login = () =>
      ask<{ token: string }>('POST', '/auth/login', { body: { email: person.email, password: PASSWORD } })
    const other = (await login()).json.token
    const sockets = await Promise.all(
      [person.token, other].map(async (token) => {
        const names = { 'x-user': person.id, 'x-session': await hashToken(token), 'x-device': 'client-x' }
        const headers = { upgrade: 'websocket', ...names }
        const { webSocket } = await userChannel(bound, person.id).fetch(new Request('https://channel/ws', { headers }))
        webSocket?.accept()
        return { token, webSocket }
      }),
    )
    const closed: string[] = []
    for (const { token, webSocket } of sockets) webSocket?.addEventListener('close', () => void closed.push(token))
    const valid = async (token: string) => (await call('POST', '/auth/validate', { token })).status
    const save = (body: object) => call('PUT', `/admin/users/${person.id}`, { token: person.token, body })
    expect((await save({ password: 'sandi-baru-2', current_password: PASSWORD })).status).toBe(200)
    expect([await valid(person.token), await valid(other)]).toEqual([200, 401])
    await vi.waitFor(() => expect(closed).toEqual([other]))
    // asked to end every sign-in, it ends this one, too
    expect(
      (await save({ password: 'sandi-baru-3', current_password: 'sandi-baru-2', revoke_sessions: true })).status,
    ).toBe(200)
    expect(await valid(person.token)).toBe(401)
    await vi.waitFor(() => expect(closed).toEqual([other, person.token]))
  })
  test('rule sign-in: ends everywhere when somebody else sets the password', async () => {
    const [person, admin] = [await makePerson('member'), await makePerson('admin')]
    const body = { password: 'sandi-baru-4', current_password: PASSWORD }
    expect((await call('PUT', `/admin/users/${person.id}`, { token: admin.token, body })).status).toBe(200)
    expect((await call('POST', '/auth/validate', { token: person.token })).status).toBe(401)
    expect((await call('POST', '/auth/validate', { token: admin.token })).status).toBe(200)
  })
  test('that expired is none', async () => {
    const person = await makePerson('member')
    await bound.DB.prepare('update sessions set expires_at = 1 where user_id = ?').bind(person.id).run()
    expect((await call('POST', '/auth/validate', { token: person.token })).status).toBe(401)
  })
})

describe('reset by mail', () => {
  const linkOf = async (email: string, now = Date.now()): Promise<string> => {
    const mail = await makeReset(db, { email, origin: 'http://app.test', now })
    return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const confirm = (token: string, password: string, password2 = password) =>
    ask<Body>('POST', '/auth/reset-password/confirm', { body: { token, password, password2 } })

  test('rule reset-link: answers the same whether the email is known or not', async () => {
    const person = await makePerson('member')
    const known = await ask('POST', '/auth/reset-password', { body: { email: person.email } })
    const unknown = await ask('POST', '/auth/reset-password', { body: { email: 'nobody@example.com' } })
    expect(known.json).toEqual(unknown.json)
  })
  test('rule passwords: works once, ends every sign-in, and keeps the rules of passwords', async () => {
    const person = await makePerson('member')
    const token = await linkOf(person.email)
    expect((await confirm(token, 'pendek')).json.fields).toHaveProperty('password')
    expect((await confirm(token, 'sandi-baru-1', 'lain')).json.fields).toHaveProperty('password2')
    expect((await confirm(token, 'sandi-baru-1')).status).toBe(200)
    expect((await call('POST', '/auth/validate', { token: person.token })).status).toBe(401)
    expect((await confirm(token, 'sandi-baru-2')).json.reason).toBe('reset_link_invalid')
    const login = await ask('POST', '/auth/login', { body: { email: person.email, password: 'sandi-baru-1' } })
    expect(login.status).toBe(200)
  })
  test('rule reset-link: after half an hour it is none; the first one that is used ends the others', async () => {
    const person = await makePerson('member')
    const late = await linkOf(person.email, Date.now() - 31 * 60_000)
    expect((await confirm(late, 'sandi-baru-1')).json.reason).toBe('reset_link_invalid')
    const [first, second] = [await linkOf(person.email), await linkOf(person.email)]
    expect((await confirm(second, 'sandi-baru-1')).status).toBe(200)
    expect((await confirm(first, 'sandi-baru-2')).json.reason).toBe('reset_link_invalid')
  })
  test('a link of somebody’s making is none', async () => {
    expect((await confirm('x'.repeat(43), 'sandi-baru-1')).status).toBe(410)
  })
})

describe('the edge', () => {
  test.each([
    ['GET', '/nothing', 404, 'not_found'],
    ['GET', '/auth/login', 405, 'method_not_allowed'],
    ['DELETE', '/admin/setting/get', 405, 'method_not_allowed'],
    ['POST', '/auth/validate', 401, 'missing_token'],
  ])('%s %s is %i', async (method, path, status, reason) => {
    const answer = await ask<Body>(method, path)
    expect([answer.status, answer.json.reason]).toEqual([status, reason])
    expect(answer.headers.get('x-request-id')).toBe(answer.json.requestId)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })
  test('JSON that is none is 400, a body too large 413', async () => {
    expect((await ask<Body>('POST', '/auth/login', { body: '{"a":' })).json.reason).toBe('invalid_json')
    expect((await ask<Body>('POST', '/auth/login', { body: `"${'x'.repeat(300_000)}"` })).status).toBe(413)
  })
  test('only the page’s origin is let in by CORS', async () => {
    const from = async (origin: string) =>
      (
        await call('OPTIONS', '/auth/login', { headers: { origin, 'access-control-request-method': 'POST' } })
      ).headers.get('access-control-allow-origin')
    expect(await from('http://127.0.0.1:8787')).toBe('http://127.0.0.1:8787')
    expect(await from('https://evil.example')).toBeNull()
  })
})
