import { createExecutionContext } from 'cloudflare:test'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { ROUTES } from '../../contract/api/table.ts'
import { SERVER_TIME_HEADER } from '../../contract/ground/server-time.ts'
import { LIMITS, limitOf, minuteOf } from '../../domain/ground/limits/rules.ts'
import { onCron } from '../../worker/cron.ts'
import worker from '../../worker/index.ts'
import { ask, call, ORIGIN } from './support/api.ts'
import { all, bound } from './support/database.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'

type Fail = { reason: string; msg: string; requestId: string }
let member: Person
let admin: Person
beforeAll(async () => {
  await makeLevel('l1', 100, 0)
  member = await makePerson('member')
  admin = await makePerson('admin')
})
const counted = (key: string) =>
  all<{ count: number; window: number }>('select count, "window" from request_counts where key = ?', key)
/** As if the window were full, from this many minutes ago. */
const fill = (key: string, count: number, ago: number) =>
  bound.DB.prepare('insert or replace into request_counts (key, "window", count) values (?, ?, ?)')
    .bind(key, minuteOf(Date.now()) - ago, count)
    .run()

describe('what is dear is limited', () => {
  const address = '198.51.100.7'
  const file = () => {
    const form = new FormData()
    form.append('file', new File(['value\nhttp://a.test:1\n'], 'x.csv'))
    return form
  }
  test.each([
    ['register', 'POST', '/auth/register', null, { body: {} }],
    ['reset', 'POST', '/auth/reset-password', null, { body: { email: 'a@b.test' } }],
    ['reset', 'POST', '/auth/reset-password/confirm', null, { body: { token: 'x', password: 'y', password2: 'y' } }],
    ['import', 'POST', '/admin/proxy/import', 'admin', { form: file() }],
    ['import', 'POST', '/admin/phonenumber/import', 'admin', { form: file() }],
    ['import', 'POST', '/admin/message/import', 'admin', { form: file() }],
    ['import', 'POST', '/admin/suppression/import', 'admin', { form: file() }],
    ['export', 'GET', '/admin/phonenumber/export?format=csv', 'admin', {}],
    ['export', 'GET', '/admin/audit/export?format=json', 'admin', {}],
    ['withdraw', 'POST', '/admin/withdraw/request', 'member', { body: { nominal: 1 } }],
    ['opt-out', 'POST', '/public/opt-out', null, { body: { token: 'x' } }],
    ['link', 'POST', '/admin/whatsapp/new-client', 'member', { body: { deviceId: 'perangkat-baru-1' } }],
  ] as const)('%s: %s %s', async (name, method, path, role, sent) => {
    const who = role === 'admin' ? admin : role === 'member' ? member : null
    const key = `${name}:${who?.id ?? address}`
    const reason = async () => (await (await call(method, path, options)).text()).match(/"reason":"(\w+)"/)?.[1]
    const { most, minutes } = limitOf(name, true)
    await bound.DB.prepare('delete from request_counts').run()
    const options = { token: who?.token, headers: { 'cf-connecting-ip': address }, ...sent }
    expect(await reason()).not.toBe('too_many_attempts')
    expect(await counted(key)).toMatchObject([{ count: 1 }])
    await fill(key, most, 2)
    const { status, headers, json } = await ask<Fail>(method, path, options)
    expect([status, json.reason]).toEqual([429, 'too_many_attempts'])
    const wait = Number(headers.get('retry-after'))
    // the minute may turn after the window was filled
    expect(wait).toBeGreaterThan((minutes - 4) * 60)
    expect(wait).toBeLessThanOrEqual((minutes - 2) * 60)
    expect(json.msg).toBe(`Terlalu banyak percobaan. Coba lagi dalam ${Math.ceil(wait / 60)} menit.`)
    // somebody else is not kept out, and the window goes by
    const other = { ...options, headers: { 'cf-connecting-ip': '203.0.113.9' } }
    if (who === null) expect((await ask<Fail>(method, path, other)).status).not.toBe(429)
    await bound.DB.prepare('delete from request_counts').run()
    await fill(key, most, minutes)
    expect(await reason()).not.toBe('too_many_attempts')
  })
  test('rule rate-limits: forty at once are granted as often as the limit says', async () => {
    const { most } = limitOf('register', true)
    await fill('register:198.51.100.8', most - 5, 1)
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        call('POST', '/auth/register', { body: {}, headers: { 'cf-connecting-ip': '198.51.100.8' } }),
      ),
    )
    expect(answers.filter((a) => a.status !== 429)).toHaveLength(5)
  })
  test('rule rate-limits: the networks of a /48 of IPv6 are counted together, too', async () => {
    const { most } = limitOf('register', true)
    const from = async (address: string) =>
      (await call('POST', '/auth/register', { body: {}, headers: { 'cf-connecting-ip': address } })).status
    await fill('register:2001:db8:7::/48', most * 4 - 1, 1)
    expect([await from('2001:db8:7:1::1'), await from('2001:db8:7:2::1')]).toEqual([422, 429])
    expect(await from('2001:db8:8:1::1')).toBe(422)
  })
  test('rule rate-limits: what costs less than a row is counted by the isolate that answers', async () => {
    const before = await all('select * from request_counts')
    const answers: number[] = []
    for (let i = 0; i <= LIMITS.health.most; i++) {
      const request = new Request(`${ORIGIN}/api/health`, { headers: { 'cf-connecting-ip': '198.51.100.77' } })
      const answer = await worker.fetch(request, { ...bound, APP_ENV: 'staging' }, createExecutionContext())
      await answer.body?.cancel()
      answers.push(answer.status)
    }
    expect([new Set(answers.slice(0, -1)), answers.at(-1)]).toEqual([new Set([200]), 429])
    expect(await all('select * from request_counts')).toEqual(before)
    const isHere = (limit: keyof typeof LIMITS | null) => limit !== null && limit !== 'list' && 'here' in LIMITS[limit]
    const here = ROUTES.filter(([, { limit }]) => isHere(limit)).map(([key]) => key)
    expect(here.toSorted()).toEqual([
      'GET /admin/whatsapp/listen-message-created/:id',
      'GET /docs',
      'GET /health',
      'GET /health/deep',
      'GET /ikut/:id',
      'GET /metrics',
      'GET /openapi.json',
      'GET /public/checkpoint',
      'GET /public/receipt-keys',
      'GET /public/record',
      'GET /public/status',
      'GET /readyz',
      'GET /receipt',
      'POST /auth/self-check',
      'POST /public/csp-report',
      'POST /receipt',
    ])
  })
  test('rule rate-limits: of all lists together a person gets 120 pages a minute, and one with another sign-in no more', async () => {
    const reader = await makePerson('admin')
    const paths = ['users/members-per-page', 'proxy/list', 'withdraw/histories-per-page', 'audit']
    const get = async (path: string, who: Person) => {
      const headers = { authorization: `Bearer ${who.token}` }
      const request = new Request(`${ORIGIN}/api/admin/${path}?limit=1`, { headers })
      const {
        status,
        headers: said,
        body,
      } = await worker.fetch(request, { ...bound, APP_ENV: 'live' }, createExecutionContext())
      await body?.cancel()
      return { status, wait: Number(said.get('retry-after')) }
    }
    const answers = []
    for (let i = 0; i < LIMITS.list.most + 1; i++) answers.push(await get(paths[i % paths.length] ?? '', reader))
    expect([new Set(answers.slice(0, -1).map(({ status }) => status)), answers.at(-1)?.status]).toEqual([
      new Set([200]),
      429,
    ])
    expect(answers.at(-1)?.wait).toBeLessThanOrEqual(60)
    expect([(await get('users/members', reader)).status, (await get('setting/get', reader)).status]).toEqual([429, 200])
    expect((await get('users/members', admin)).status).toBe(200)
  })
  test('every call with pages, and every list without, is one of those', () => {
    const paged = ROUTES.filter(([, { query, sends }]) => sends === 'json' && 'page' in (query as z.ZodObject).shape)
    expect(new Set(paged.map(([, { limit }]) => limit))).toEqual(new Set(['list']))
    expect(paged.length).toBeGreaterThan(15)
    for (const key of ['phonenumber/list', 'proxy/list', 'message/list', 'whatsapp/list', 'users/members'] as const)
      expect(Object.fromEntries(ROUTES)[`GET /admin/${key}`]?.limit).toBe('list')
    // rule masked-accounts: whole numbers are read one at a time, and not of everybody one after the other
    for (const key of ['withdraw/account/:id', 'users/:id'] as const)
      expect(Object.fromEntries(ROUTES)[`GET /admin/${key}`]?.limit).toBe('list')
  })
  test('starting counts a person, whichever call it comes by', () => {
    const guarded = ROUTES.filter(([, { limit }]) => limit === 'start').map(([key]) => key)
    expect(guarded.toSorted()).toEqual([
      'POST /admin/generator/start',
      'POST /admin/validator/start',
      'POST /admin/whatsapp/start-blasting',
      'PUT /admin/whatsapp/status',
    ])
  })
  test('every kind of limit guards a call that exists, and every import and every file is guarded', () => {
    const used = new Set(ROUTES.flatMap(([, { limit }]) => limit ?? []))
    for (const [key, { limit }] of ROUTES)
      if (/^POST .*\/import$/.test(key)) expect([key, limit]).toEqual([key, 'import'])
    for (const [key, { limit, sends }] of ROUTES)
      if (sends === 'table' || sends === 'results') expect([key, limit]).toEqual([key, 'export'])
    expect([...used].toSorted()).toEqual(Object.keys(LIMITS).toSorted())
  })
  test('minutes that no window reaches are forgotten by the cron, others stay', async () => {
    await bound.DB.prepare('delete from request_counts').run()
    await fill('register:old', 1, 24 * 60 + 2)
    await fill('register:new', 1, 24 * 60 - 2)
    const event = { scheduledTime: 0, cron: '* * * * *', noRetry: () => undefined } as unknown as ScheduledController
    await onCron(event, bound)
    expect(await all('select key from request_counts')).toEqual([{ key: 'register:new' }])
  })
})

test.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, identity'])('a body packed with %s is refused', async (coding) => {
  for (const [path, type] of [
    ['/auth/login', 'application/json'],
    ['/admin/phonenumber/import', 'multipart/form-data; boundary=x'],
  ] as const) {
    const headers = { 'content-encoding': coding, 'content-type': type }
    const { status, json, headers: got } = await ask<Fail>('POST', path, { token: admin.token, body: '{}', headers })
    expect([status, json.reason, got.get('accept-encoding')]).toEqual([415, 'unsupported_media_type', 'identity'])
  }
})

test.each([
  ['POST', '/auth/login', 256 * 1024],
  ['PUT', '/admin/setting/update', 256 * 1024],
  ['POST', '/admin/message/create', 16 * 1024 * 1024 + 256 * 1024],
])('%s %s takes a body up to its limit and not a byte more', async (method, path, most) => {
  const send = (bytes: number) =>
    call(method, path, { token: admin.token, body: ' '.repeat(bytes), headers: { 'content-type': 'application/json' } })
  expect((await send(most)).status).not.toBe(413)
  const over = await send(most + 1)
  expect([over.status, (await over.json<Fail>()).reason]).toEqual([413, 'body_too_large'])
})

describe('every answer', () => {
  const HEADERS = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-site',
    'cache-control': 'no-store',
  }
  test.each([
    ['GET', '/health', 200],
    ['GET', '/admin/setting/get', 401],
    ['POST', '/auth/login', 422],
    ['GET', '/nowhere', 404],
    ['DELETE', '/health', 405],
  ])('%s %s (%i) carries the security headers and a request id', async (method, path, status) => {
    const response = await call(method, path, method === 'POST' ? { body: {} } : {})
    expect(response.status).toBe(status)
    expect(Object.fromEntries(response.headers)).toMatchObject(HEADERS)
    const policy = response.headers.get('content-security-policy') ?? ''
    for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'"])
      expect(policy).toContain(rule)
    expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/)
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{16,}$/)
    expect(Math.abs(Number(response.headers.get(SERVER_TIME_HEADER)) - Date.now())).toBeLessThan(60_000)
    expect(response.headers.has('x-powered-by')).toBe(false)
  })
  test.each([
    [ORIGIN, ORIGIN],
    ['https://evil.example', null],
    ['null', null],
    [`${ORIGIN}.evil.example`, null],
    ['', null],
  ])('to a page of %j lets in %j', async (origin, allowed) => {
    const preflight = await call('OPTIONS', '/admin/users/x', {
      headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBe(allowed)
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
    const real = await call('GET', '/health', { headers: { origin } })
    expect(real.headers.get('access-control-allow-origin')).toBe(allowed)
    expect(real.headers.get('vary') ?? '').toMatch(/origin/i)
  })
})

test('rule one-error-shape: what a schema has no words for is said in Indonesian', async () => {
  const bodies: [string, string, unknown][] = [
    ['PUT', '/admin/setting/update', { interval_min: {}, referral_percent: 900, send_window_start: 'x', colors: 5 }],
    ['PUT', `/admin/users/${member.id}`, { firstname: 7, blast_interval_min: [], role: 'king' }],
    ['POST', '/admin/level/create', {}],
    ['POST', '/admin/phonenumber/save', { number: null, name: 'x'.repeat(500) }],
    ['POST', '/admin/bonus/create', { userId: 1, nominal: 'x', reason: {} }],
    ['GET', '/admin/phonenumber/list-per-page?page=0&limit=101&search=' + 'x'.repeat(101), undefined],
    ['GET', '/admin/whatsapp/list-per-page?status=nothing', undefined],
  ]
  for (const [method, path, body] of bodies) {
    const { status, json } = await ask<{ fields: Record<string, string> }>(method, path, { token: admin.token, body })
    expect([path, status]).toEqual([path, 422])
    for (const text of Object.values(json.fields))
      expect(text).not.toMatch(
        /\b(invalid|expected|received|required|must|too (small|big)|string|unrecognized|option)\b/i,
      )
  }
})
