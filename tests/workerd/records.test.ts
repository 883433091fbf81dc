// What is kept about people: consents, deeds, erasure, and the links the office hands out (rules consent-history,
// erasure, reset-link, roles, audit-log).
import { createScheduledController } from 'cloudflare:test'
import { beforeAll, describe, expect, test } from 'vitest'
import worker from '../../worker/index.ts'
import { ask, bound, call, makePerson, type Person, sqlAll } from './api.ts'

type Fail = { reason: string }
type Page<T> = { data: T[]; meta: { total: number } }
let admin: Person
let dev: Person
beforeAll(async () => {
  admin = await makePerson('admin')
  dev = await makePerson('dev')
})
const as = <T = Fail>(who: Person, method: string, path: string, body?: unknown) =>
  ask<T>(method, path, { token: who.token, body })

describe('an erased person', () => {
  const number = '6281299990001'
  test('rule erasure: leaves nothing but the hash that keeps them suppressed', async () => {
    const made = await as<{ data: { id: number } }>(admin, 'POST', '/admin/phonenumber/save', {
      number,
      name: 'Budi Rahasia',
      consent_source: 'acara',
    })
    await as(admin, 'PUT', `/admin/phonenumber/${made.json.data.id}`, { name: 'Budi Sangat Rahasia' })
    await as(admin, 'POST', '/admin/suppression', { number, reason: 'telepon dari Budi' })
    expect((await as(admin, 'POST', '/admin/consent/erase', { number: '0812-9999-0001' })).status).toBe(200)
    // the number stays in the list of open erasures until every place that knew the person was reached
    await worker.scheduled(createScheduledController(), bound)
    const tables = await sqlAll<{ name: string }>(
      `select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\' and name not like 'd1_%' and name not like 'sqlite_%' and name not like '%_names%'`,
    )
    for (const { name } of tables) {
      const rows = JSON.stringify(await sqlAll(`select * from ${name}`))
      expect([name, rows.includes(number), rows.includes('Rahasia'), rows.includes('Budi')]).toEqual([
        name,
        false,
        false,
        false,
      ])
    }
    const again = await as(admin, 'POST', '/admin/phonenumber/save', { number, name: 'Budi', consent_source: 'lagi' })
    expect([again.status, again.json.reason]).toEqual([409, 'number_suppressed'])
    expect(await sqlAll(`select value from counters where name in ('phone.total', 'phone.unblasted')`)).toEqual([
      { value: 0 },
      { value: 0 },
    ])
  })
  test('rule consent-history: is found in the history by the whole number', async () => {
    const { json } = await as<Page<{ event: string; number: string | null }>>(
      admin,
      'GET',
      `/admin/consent?search=${number}`,
    )
    expect(json.data.map((row) => [row.event, row.number])).toEqual([
      ['erased', null],
      ['opt_out', null],
      ['granted', null],
    ])
    const all = await as<Page<object>>(admin, 'GET', '/admin/consent?limit=2')
    expect([all.json.data.length, all.json.meta.total]).toEqual([2, 3])
  })
})

test('rule audit-log: deeds are found by action, target and name of who did them', async () => {
  await as(admin, 'POST', '/admin/suppression', { number: '081299990002' })
  const found = async (search: string) =>
    (await as<Page<{ action: string }>>(admin, 'GET', `/admin/audit?search=${search}`)).json.data.map((d) => d.action)
  expect(await found('suppression.')).toContain('suppression.create')
  expect(await found('62812999900')).toEqual(['suppression.create'])
  expect((await found('orang')).length).toBeGreaterThan(3)
  expect(await found('nothing-like-it')).toEqual([])
})

describe('a link to reset a password', () => {
  const linkFor = (who: Person, id: string) =>
    as<Fail & { link: string; expiresAt: string }>(who, 'POST', `/admin/users/${id}/reset-link`)
  test('rule reset-link: is handed out by the office, works once, and its token stands nowhere', async () => {
    const member = await makePerson('member')
    const { json } = await linkFor(admin, member.id)
    const token = /\/reset-password\?token=([\w-]+)$/.exec(json.link)?.[1] ?? ''
    expect(Date.parse(json.expiresAt)).toBeGreaterThan(Date.now() + 29 * 60_000)
    expect(JSON.stringify(await sqlAll('select * from audit_log'))).not.toContain(token)
    const body = { token, password: 'sandi-baru-1', password2: 'sandi-baru-1' }
    expect((await ask('POST', '/auth/reset-password/confirm', { body })).status).toBe(200)
    expect((await ask('POST', '/auth/reset-password/confirm', { body })).status).toBe(410)
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

test('the office ends every sign-in of a person', async () => {
  const member = await makePerson('member')
  expect((await as(admin, 'PUT', `/admin/users/${member.id}`, { revoke_sessions: true })).status).toBe(200)
  expect((await call('POST', '/auth/validate', { token: member.token })).status).toBe(401)
})
