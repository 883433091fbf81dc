// What docs/asvs.md asks of every call, where no test of one subject shows it: headers, cookies, parameters that come twice, fields
// that nobody asked for, and what the log says of who tries doors.
import { createExecutionContext } from 'cloudflare:test'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { hashToken, makeTicket } from '../../domain/ground/crypto/token.ts'
import { app } from '../../worker/app.ts'
import { type Env, linkRing } from '../../worker/env.ts'
import { isHuman } from '../../worker/services.ts'
import { ask, call } from './support/api.ts'
import { all, bound, run } from './support/database.ts'
import { makeLevel, makePerson, PASSWORD, type Person } from './support/people.ts'

type Fail = { reason: string }
let member: Person
let other: Person
let admin: Person
beforeAll(async () => {
  await makeLevel('l1', 100, 0)
  member = await makePerson('member')
  other = await makePerson('member')
  admin = await makePerson('admin')
  // an entry of the audit log, which can be exported then
  await ask('PUT', '/admin/setting/update', { token: admin.token, body: { daily_cap: '100' } })
  await bound.MEDIA.put('templates/asvs.png', 'x', { httpMetadata: { contentType: 'image/png' } })
})

const random = (at: number): string =>
  `k1:${[...crypto.getRandomValues(new Uint8Array(31)), at].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
/** A deployment with an https address, as far as its variables go. */
const deployed = (): Env => {
  const {
    SANDBOX_URL: _,
    SANDBOX_PHONE_URL: __,
    TURNSTILE_SCRIPT_URL: ___,
    TURNSTILE_VERIFY_URL: ____,
    ...rest
  } = bound
  return {
    ...rest,
    APP_ENV: 'production',
    APP_ORIGIN: 'https://uji.example',
    RUNNER_KEYS: random(1),
    LINK_KEYS: random(2),
    SUPPRESSION_KEYS: random(3),
    VAPID_KEYS: random(4),
    RECORD_KEYS: random(5),
    TURNSTILE_SITE_KEY: '0x4AAAAAAAsitekey',
    TURNSTILE_SECRET: '0x4AAAAAAA-a-secret-of-ones-own',
  }
}
const atHttps = (url: string, init: RequestInit = {}): Promise<Response> =>
  Promise.resolve(app.fetch(new Request(url, init), deployed(), createExecutionContext()))

describe('every answer', () => {
  test.each([
    ['GET', '/health', 'application/json'],
    ['GET', '/media/asvs.png', 'image/png'],
    ['GET', '/docs', 'text/html; charset=UTF-8'],
    ['GET', '/nowhere', 'application/json'],
    ['GET', '/admin/audit/export?format=csv', 'text/csv; charset=utf-8'],
  ])(
    '%s %s says its type, holds the browser to https for a year, and is neither run, framed nor sniffed',
    async (method, path, type) => {
      const { headers } = await call(method, path, { token: admin.token })
      expect(headers.get('content-type')).toBe(type)
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      const policy = headers.get('content-security-policy') ?? ''
      for (const rule of ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(rule)
    },
  )
  test('leads nowhere: no call redirects, and one that came in the clear is refused instead of led on', async () => {
    const by = (scheme: string) =>
      atHttps('https://uji.example/api/public/config', { headers: { 'cf-visitor': `{"scheme":"${scheme}"}` } })
    const clear = await by('http')
    expect([clear.status, (await clear.json<Fail>()).reason]).toEqual([403, 'https_needed'])
    expect(clear.headers.has('location')).toBe(false)
    expect((await by('https')).status).toBe(200)
  })
})

test('the cookie of a device is the host’s own: Secure, HttpOnly, SameSite=Strict, __Host-', async () => {
  const answer = await atHttps('https://uji.example/api/auth/login', {
    method: 'POST',
    body: JSON.stringify({ email: member.email, password: PASSWORD }),
  })
  expect(answer.headers.get('set-cookie')).toMatch(
    /^__Host-device=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
  )
})

describe('a sign-in', () => {
  test('is read from its header alone: no cookie, query or body opens a call', async () => {
    const cookie = `authToken=${member.token}; user=${encodeURIComponent(JSON.stringify({ id: member.id }))}`
    for (const [path, sent] of [
      ['/auth/validate', { headers: { cookie } }],
      [`/auth/validate?token=${member.token}&authorization=Bearer%20${member.token}`, {}],
      ['/auth/validate', { body: { token: member.token, authorization: `Bearer ${member.token}` } }],
    ] as const) {
      const { status, json } = await ask<Fail>('POST', path, sent)
      expect([path, status, json.reason]).toEqual([path, 401, 'missing_token'])
    }
  })
  test('stands in no address: a socket of a deployment opens by a ticket alone', async () => {
    const headers = { upgrade: 'websocket', origin: 'https://uji.example' }
    const answer = await atHttps(`https://uji.example/api/ws?token=${member.token}`, { headers })
    expect([answer.status, (await answer.json<Fail>()).reason]).toEqual([401, 'invalid_token'])
    const there = { ...deployed(), APP_ORIGIN: 'https://uji.example' }
    const ticket = await makeTicket(
      linkRing(there),
      { id: member.id, sessionHash: await hashToken(member.token) },
      Date.now(),
    )
    const url = `https://uji.example/api/ws?token=${ticket}`
    expect((await app.fetch(new Request(url, { headers }), there, createExecutionContext())).status).toBe(101)
  })
  test('is another token each time', async () => {
    const signIn = async () => {
      const { json } = await ask<{ token: string }>('POST', '/auth/login', {
        body: { email: other.email, password: PASSWORD },
      })
      return json.token
    }
    const [one, two] = [await signIn(), await signIn()]
    expect(one).not.toBe(two)
    // 32 bytes in base64url, then role and id
    for (const token of [one, two]) expect(token).toMatch(/^[\w-]{43}~member~/)
    const nonces = await Promise.all(
      Array.from(
        { length: 3 },
        async () => (await makeTicket(linkRing(bound), { id: 'p', sessionHash: 'h' }, 0)).split('.')[2],
      ),
    )
    expect(new Set(nonces).size).toBe(3)
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}-h$/)
  })
  test('takes the password as it was typed, however old it is: its case, its spaces and its last character count', async () => {
    const email = 'persis@tests.example'
    const password = ` Kata  sandi ${'panjang '.repeat(8)}ß🙂!`
    const body = { firstName: 'Orang', lastName: 'Persis', email, password, password2: password, agreeToTerms: true }
    const human = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => Response.json({ success: true, action: 'register' }))
    const made = await ask('POST', '/auth/register', { body: { ...body, 'cf-turnstile-response': 'x' } })
    human.mockRestore()
    expect([made.status, password.length >= 64]).toEqual([200, true])
    const tried = async (text: string, n: number) => {
      const sent = { body: { email, password: text }, headers: { 'cf-connecting-ip': `10.77.${n}.1` } }
      return (await ask('POST', '/auth/login', sent)).status
    }
    const wrong = [password.trim(), password.toUpperCase(), password.slice(0, -1), password.replace('  ', ' ')]
    expect(await Promise.all(wrong.map(tried))).toEqual([401, 401, 401, 401])
    await run('update users set created_at = 0 where email = ?', email)
    expect(await tried(password, 9)).toBe(200)
  })
})

describe('whatever else is sent', () => {
  test('a parameter that comes twice counts once, and opens nobody else’s rows', async () => {
    await run(
      `insert into whatsapp (id, clientid, user_id, purpose, phonenumber, state, status, created_at)
      values ('asvs-1', 'asvs-c1', ?, 'blast', '62811', 'disconnected', 'idle', 1)`,
      other.id,
    )
    for (const query of [`user_id=${member.id}&user_id=${other.id}`, `user_id=${other.id}&user_id=${member.id}`]) {
      const { json } = await ask<{ totalItems: number }>('GET', `/admin/whatsapp/list-per-page?${query}`, {
        token: member.token,
      })
      expect(JSON.stringify(json)).not.toContain('asvs-1')
    }
    const sizes = await Promise.all(
      [`limit=2&limit=100`, `limit=101&limit=2`].map(
        async (query) => (await call('GET', `/admin/message/list-per-page?${query}`, { token: admin.token })).status,
      ),
    )
    // the first one is read, and checked
    expect(sizes).toEqual([200, 422])
  })
  test('fields that a call does not state change nothing: of a person, of a prototype', async () => {
    const before = await all(
      'select role, email, status, password_hash, referrer_id, created_at from users where id = ?',
      member.id,
    )
    const text = JSON.stringify({
      firstname: 'Siti',
      id: other.id,
      status: 'closed',
      password_hash: 'x',
      passwordHash: 'x',
      referrer_id: other.id,
      created_at: 0,
      balance: 1e9,
    }).replace('{', '{"__proto__":{"role":"dev"},"constructor":{"prototype":{"role":"dev"}},')
    const { status } = await ask('PUT', `/admin/users/${member.id}`, { token: member.token, body: text })
    expect(status).toBe(200)
    expect(
      await all(
        'select role, email, status, password_hash, referrer_id, created_at from users where id = ?',
        member.id,
      ),
    ).toEqual(before)
    expect((await all('select firstname from users where id = ?', member.id))[0]).toEqual({ firstname: 'Siti' })
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { role?: string }).role).toBeUndefined()
  })
  test('an id that is encoded twice is not decoded twice', async () => {
    const once = encodeURIComponent(member.id.replace('-', '%2d'))
    expect((await call('GET', `/admin/users/${once}`, { token: member.token })).status).toBe(403)
    for (const path of [
      '/media/%2e%2e%2frecord',
      '/media/..%2f..%2frecord%2f2026-01-01.json',
      '/media/%252e%252e%252frecord',
    ])
      expect([path, (await call('GET', path)).status]).toEqual([path, 404])
  })
  test('headers that anybody can write do not say where a call comes from', async () => {
    await bound.DB.prepare('delete from request_counts').run()
    const forged = { 'x-forwarded-for': '198.51.100.1', 'x-real-ip': '198.51.100.2', forwarded: 'for=198.51.100.3' }
    await call('POST', '/auth/register', { body: {}, headers: { 'cf-connecting-ip': '203.0.113.5', ...forged } })
    expect(await all('select key from request_counts')).toEqual([{ key: 'register:203.0.113.5' }])
  })
  test('a method that no call states is refused', async () => {
    for (const method of ['PATCH', 'PROPFIND', 'DELETE'])
      expect([method, (await call(method, '/health')).status]).toEqual([method, 405])
  })
})

test('the bot check’s secret is told to its own address alone: a redirect is not followed', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_to, init) => {
    expect(init?.redirect).toBe('manual')
    return new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } })
  })
  await expect(isHuman(bound, { response: 'x', action: 'login', address: '' })).rejects.toMatchObject({
    code: 'overloaded',
  })
  expect(asked).toHaveBeenCalledTimes(1)
  asked.mockRestore()
})

test('who tries doors is in the log: when, what, who or from where, and nothing that they sent', async () => {
  const lines: string[] = []
  const console = vi
    .spyOn(globalThis.console, 'log')
    .mockImplementation((line: unknown) => void lines.push(String(line)))
  const headers = { 'cf-connecting-ip': '2001:db8:9:1::5' }
  await call('GET', `/admin/users/${other.id}`, { token: member.token })
  await call('POST', '/auth/validate', { token: 'x'.repeat(60), headers })
  await call('POST', '/auth/login', { body: { email: 'siapa@tests.example', password: 'rahasia sekali' }, headers })
  await call('POST', '/admin/phonenumber/save', { token: admin.token, body: { number: '08\n{"level":"error"}' } })
  console.mockRestore()
  const told = lines.map((line) => JSON.parse(line) as Record<string, string>)
  expect(told).toMatchObject([
    { message: 'refused', method: 'GET', path: '/api/admin/users/:id', reason: 'forbidden', user: member.id },
    { message: 'refused', reason: 'invalid_token', network: '2001:db8:9:1::/64' },
    { message: 'refused', path: '/api/auth/login', reason: 'login_failed', network: '2001:db8:9:1::/64' },
    { message: 'refused', reason: expect.stringMatching(/^(invalid_input|number_invalid)$/), user: admin.id },
  ])
  for (const { time, requestId } of told) {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(requestId).toMatch(/^[\w-]{16,}$/)
  }
  expect(lines.join()).not.toMatch(/rahasia sekali|siapa@|xxxxx|"error"/)
})
