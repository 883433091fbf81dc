// Sign-in, and what slows guessing: by email and network, with a way in for a device that signed in before (rule guessing).
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ask } from './support/api.ts'
import { all, bound } from './support/database.ts'
import { makeLevel, makePerson, PASSWORD, type Person } from './support/people.ts'

type Body = { msg: string; message: string; error: string; reason: string; requestId: string }
beforeAll(async () => {
  await makeLevel('gold', 300, 1_000)
  await makeLevel('bronze', 100, 0)
})

describe('sign-in', () => {
  let person: Person
  beforeAll(async () => {
    person = await makePerson('member')
  })
  const login = (body: unknown, address = '10.0.0.1') =>
    ask<Body & { token: string; user: { id: string }; data: { token: string } }>('POST', '/auth/login', {
      body,
      headers: { 'cf-connecting-ip': address },
    })

  test('answers token and user at the top and under data', async () => {
    const { status, json } = await login({ email: person.email.toUpperCase(), password: PASSWORD })
    expect(status).toBe(200)
    expect(json.data.token).toBe(json.token)
    const valid = await ask('POST', '/auth/validate', { token: json.token, body: { token: json.token } })
    expect(valid.json).toMatchObject({ isvalid: true, user: { id: person.id, level: 'Level bronze', blast_fee: 100 } })
    expect(JSON.stringify(valid.json)).not.toContain('scrypt')
    expect(await all('select 1 from sessions where token_hash = ?', json.token)).toEqual([])
  })
  test.each([{}, { email: 'a@b.co' }, { password: 'x' }, { email: 1, password: [] }, 'null'])(
    '%j is missing something',
    async (body) => {
      const { status, json } = await login(body)
      expect([status, json.msg]).toEqual([422, 'Email and password are required.'])
    },
  )
  test('rule guessing: an unknown email and a wrong password get the same answer', async () => {
    const [unknown, wrong] = [
      await login({ email: 'nobody@example.com', password: 'x' }, '10.0.0.2'),
      await login({ email: person.email, password: 'x' }, '10.0.0.2'),
    ]
    expect(unknown.json).toEqual({ ...wrong.json, requestId: unknown.json.requestId })
    expect(unknown.status).toBe(401)
  })
  test('rule guessing: five failures per email and network end in a wait, even at once', async () => {
    const target = await makePerson('member')
    const tries = await Promise.all(
      Array.from({ length: 9 }, () => login({ email: target.email, password: 'x' }, '10.1.0.1')),
    )
    expect(tries.filter((t) => t.status === 401)).toHaveLength(5)
    const blocked = await login({ email: target.email, password: PASSWORD }, '10.1.0.1')
    expect(blocked.status).toBe(429)
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(blocked.json.msg).toMatch(/Coba lagi dalam \d+ menit/)
  })
  test('rule guessing: nobody locks others out: another network gets in', async () => {
    const target = await makePerson('member')
    for (let i = 0; i < 6; i++) await login({ email: target.email, password: 'x' }, '10.1.1.1')
    expect((await login({ email: target.email, password: PASSWORD }, '10.1.1.1')).status).toBe(429)
    expect((await login({ email: target.email, password: PASSWORD }, '10.1.1.2')).status).toBe(200)
    // and what was guessed elsewhere stays counted when its owner signs in
    expect((await login({ email: target.email, password: PASSWORD }, '10.1.1.1')).status).toBe(429)
  })
  const failures = (network: string, email: string, count: number) =>
    bound.DB.prepare('insert into sign_in_failures values (?, ?, ?, ?)')
      .bind(Math.floor(Date.now() / 60_000), network, email, count)
      .run()
  test('rule sign-in: one of before there was a longest life ends after it, too', async () => {
    const old = await makePerson('member')
    const valid = async () =>
      (await ask('POST', '/auth/validate', { token: old.token, body: { token: old.token } })).status
    expect(await valid()).toBe(200)
    await bound.DB.prepare('update sessions set created_at = created_at - ? where user_id = ?')
      .bind(91 * 86_400_000, old.id)
      .run()
    expect(await valid()).toBe(401)
  })
  test('rule guessing: a /64 of IPv6 counts as one network, and a /48 as three', async () => {
    const target = await makePerson('member')
    for (let i = 0; i < 5; i++) await login({ email: target.email, password: 'x' }, `2001:db8:1:1::${i}`)
    expect((await login({ email: target.email, password: PASSWORD }, '2001:db8:1:1:9::')).status).toBe(429)
    for (const net of ['2', '3']) await failures(`2001:db8:1:${net}::/64`, target.email, 5)
    expect((await login({ email: target.email, password: PASSWORD }, '2001:db8:1:4::1')).status).toBe(429)
    expect((await login({ email: target.email, password: PASSWORD }, '2001:db8:11:4::1')).status).toBe(200)
  })
  test('rules guessing, known-device: over all networks there is a ceiling, under which a device that signed in before gets in', async () => {
    // the bot check's own server: an answer for another action is none
    const verdict = vi.spyOn(globalThis, 'fetch')
    const says = (action: string) =>
      verdict.mockImplementationOnce(async () => Response.json({ success: true, action }))
    const target = await makePerson('member')
    const first = await login({ email: target.email, password: PASSWORD }, '10.3.0.1')
    const cookie = first.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^device=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
    for (let i = 0; i < 10; i++) await failures(`10.3.1.${i}`, target.email, 5)
    const from = (body: object, device = '') =>
      ask<Body>('POST', '/auth/login', { body, headers: { 'cf-connecting-ip': '10.3.0.1', cookie: device } })
    const right = { email: target.email, password: PASSWORD }
    const device = cookie.split(';')[0] ?? ''
    const asked = await from(right)
    expect([asked.status, asked.json.reason]).toEqual([403, 'bot_check_needed'])
    expect((await from(right, `${device.slice(0, -1)}${device.endsWith('0') ? '1' : '0'}`)).status).toBe(403)
    says('register')
    expect((await from({ ...right, 'cf-turnstile-response': 'x' })).json.reason).toBe('bot_check_failed')
    says('login')
    expect((await from({ ...right, 'cf-turnstile-response': 'x' })).status).toBe(200)
    verdict.mockRestore()
    expect((await from(right, `a=b; ${device}`)).status).toBe(200)
    // it has guesses of its own, and no more
    for (let i = 0; i < 5; i++) expect((await from({ ...right, password: 'x' }, device)).status).toBe(401)
    expect((await from(right, device)).status).toBe(429)
    // nor is it a way in for another email
    const other = await makePerson('member')
    for (let i = 0; i < 10; i++) await failures(`10.3.2.${i}`, other.email, 5)
    expect((await from({ ...right, email: other.email }, device)).status).toBe(403)
  })
  test('rule known-device: who collected devices while they knew the password guesses twenty times with all of them', async () => {
    const target = await makePerson('member')
    for (let i = 0; i < 4; i++) await failures(`device:d${i}`, target.email, 5)
    const { headers, status } = await login({ email: target.email, password: PASSWORD }, '10.4.0.1')
    expect(status).toBe(200)
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    const again = await ask('POST', '/auth/login', {
      body: { email: target.email, password: 'x' },
      headers: { 'cf-connecting-ip': '10.4.0.2', cookie },
    })
    expect(again.status).toBe(429)
  })
  test('twenty emails from one address end in a wait', async () => {
    for (let i = 0; i < 20; i++) {
      await bound.DB.prepare('insert into sign_in_failures values (?, ?, ?, 1)')
        .bind(Math.floor(Date.now() / 60_000), '10.2.0.1', `guess${i}@example.com`)
        .run()
    }
    expect((await login({ email: person.email, password: PASSWORD }, '10.2.0.1')).status).toBe(429)
    expect((await login({ email: person.email, password: PASSWORD }, '10.2.0.2')).status).toBe(200)
  })
})
