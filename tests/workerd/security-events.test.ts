// The security record (rule security-events): what happens to an account is written with the act, cannot be changed, is part of the
// day's chain, and loses its places in time.
import { beforeAll, expect, test, vi } from 'vitest'
import { DAY_MS, jakartaDay } from '../../contract/ground/time.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { closeRecordDay } from '../../domain/record/record/store.ts'
import { securityEventPage } from '../../domain/record/security-events/list-store.ts'
import { placeCountry, placeNetwork } from '../../domain/record/security-events/rules.ts'
import { securityStatement, tidySecurityEvents, writeCapped } from '../../domain/record/security-events/store.ts'
import { cron } from './support/cron.ts'
import { ask, call } from './support/api.ts'
import { all, db, one, run } from './support/database.ts'
import { makeLevel, makePerson, PASSWORD, type Person } from './support/people.ts'
import { faultsOf, watchedDb } from './support/plans.ts'

type Event = { id: number; kind: string; user_id: string | null; network: string | null; device: string | null }
type Shown = { kind: string; person: string; by: string | null; network: string; country: string; device: string }
let admin: Person
beforeAll(async () => {
  await makeLevel('l1', 100, 0)
  admin = await makePerson('admin')
})
const eventsOf = (userId: string) =>
  all<Event & Record<string, string>>('select * from security_events where user_id = ? order by id', userId)
const kindsOf = async (person: Person) => (await eventsOf(person.id)).map(({ kind }) => kind)
const login = (email: string, password: string, address = '203.0.113.7', more: Record<string, string> = {}) =>
  call('POST', '/auth/login', {
    body: { email, password },
    headers: { 'cf-connecting-ip': address, 'cf-ipcountry': 'ID', ...more },
  })
const cookieOf = (response: Response): string =>
  /device=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? ''
const put = (who: Person, whose: Person, body: object) =>
  ask('PUT', `/admin/users/${whose.id}`, { token: who.token, body, headers: { 'cf-connecting-ip': '2001:db8:1:2::9' } })

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['', null],
  ['unknown', null],
])('of the address %j the record keeps %j', (address, network) => expect(placeNetwork(address)).toBe(network))
test.each([
  ['ID', 'ID'],
  ['XX', null],
  ['T1', null],
  ['<b>', null],
  [null, null],
])('of the country %j the record keeps %j', (header, country) => expect(placeCountry(header)).toBe(country))

test('rule security-events: a sign-in tells its place, a new device once, and a sign-out; nothing of it in the clear', async () => {
  const person = await makePerson('member')
  const first = await login(person.email, PASSWORD)
  const { token } = await first.json<{ token: string }>()
  await login(person.email, PASSWORD, '203.0.114.9', { cookie: cookieOf(first) })
  await call('POST', '/auth/logout', { token, body: {} })
  const events = await eventsOf(person.id)
  expect(events.map(({ kind }) => kind)).toEqual(['sign_in', 'new_device', 'sign_in', 'sign_out'])
  expect(new Set(events.slice(0, 3).map(({ device }) => device)).size).toBe(1)
  expect(events[0]).toMatchObject({ network: '203.0.113.0/24', country: 'ID', by: person.id })
  expect(events[3]?.['session']).toBe(events[0]?.['session'])
  const text = JSON.stringify(events)
  for (const secret of [token, person.email, '203.0.113.7', cookieOf(first).slice(-20)])
    expect(text).not.toContain(secret)
})

test('rule event-limits: one’s own sign-ins fill no record: one an hour of a device and network, and no more than thirty', async () => {
  const person = await makePerson('member')
  const cookie = cookieOf(await login(person.email, PASSWORD))
  for (let n = 0; n < 3; n++) {
    const { token } = await (await login(person.email, PASSWORD, '203.0.113.9', { cookie })).json<{ token: string }>()
    expect((await call('POST', '/auth/validate', { token, body: {} })).status).toBe(200)
    expect((await call('POST', '/auth/logout', { token, body: {} })).status).toBe(200)
  }
  expect(await kindsOf(person)).toEqual(['sign_in', 'new_device', 'sign_out'])
  await login(person.email, PASSWORD, '203.0.120.9', { cookie })
  expect((await kindsOf(person)).filter((kind) => kind === 'sign_in')).toHaveLength(2)
  await Promise.all(
    Array.from({ length: 35 }, (_, n) =>
      runBatch(db, [
        securityStatement(db, { at: Date.now(), kind: 'sign_in', userId: person.id, device: `browser-${n}` }),
      ]),
    ),
  )
  expect((await kindsOf(person)).filter((kind) => kind === 'sign_in')).toHaveLength(30)
  const spy = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_700_000)
  await login(person.email, PASSWORD, '203.0.113.9', { cookie })
  spy.mockRestore()
  expect((await kindsOf(person)).filter((kind) => kind === 'sign_in')).toHaveLength(31)
})

test('a browser on which somebody else signs in stays the same device', async () => {
  const [one_, other] = [await makePerson('member'), await makePerson('member')]
  const cookie = cookieOf(await login(one_.email, PASSWORD))
  const second = await login(other.email, PASSWORD, '203.0.113.7', { cookie })
  expect(cookieOf(second)).not.toBe('')
  const [mine, theirs] = [await eventsOf(one_.id), await eventsOf(other.id)]
  expect(theirs.map(({ kind, device }) => [kind, device])).toEqual(mine.map(({ kind, device }) => [kind, device]))
})

test('rule event-limits: who guesses cannot fill the record, of a person or of nobody', async () => {
  const person = await makePerson('member')
  for (let n = 0; n < 8; n++) await login(person.email, 'salah-sekali')
  expect(await kindsOf(person)).toEqual(['sign_in_failed', 'locked_out'])
  for (let n = 0; n < 14; n++) await login(person.email, 'salah-sekali', `198.51.${n}.1`)
  expect((await kindsOf(person)).filter((kind) => kind === 'sign_in_failed')).toHaveLength(10)
  for (let n = 0; n < 4; n++) await login(`tak-dikenal-${n}@tests.example`, 'x', '192.0.2.1')
  const unknown = await all<Event & { subject: string }>('select * from security_events where user_id is null')
  expect(unknown).toMatchObject([{ kind: 'sign_in_failed', network: '192.0.2.0/24' }])
  expect(unknown[0]?.subject).toMatch(/^[\da-f]{64}$/)
  expect(JSON.stringify(unknown)).not.toContain('tak-dikenal')
  // an hour later the same network is written once more
  const spy = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_700_000)
  await login('tak-dikenal-9@tests.example', 'x', '192.0.2.1')
  spy.mockRestore()
  expect(await all('select 1 from security_events where user_id is null')).toHaveLength(2)
})

test('changes of what an account trusts are told with who made them; nothing changed, nothing told', async () => {
  const person = await makePerson('member')
  const bank = { account_bank: 'BCA', account_number: '12345678', account_name: 'Orang' }
  await put(person, person, { ...bank, current_password: PASSWORD })
  await put(person, person, { ...bank, current_password: PASSWORD })
  await put(person, person, { password: 'payung-biru-456', current_password: PASSWORD })
  await put(admin, person, { role: 'staff' })
  const status = (body: object) => ask('PUT', `/admin/users/${person.id}/status`, { token: admin.token, body })
  await status({ status: 'paused', reason: 'Uji' })
  await status({ status: 'active' })
  await status({ status: 'closed', reason: 'Uji' })
  const events = await eventsOf(person.id)
  expect(events.map(({ kind, by }) => [kind, by === person.id ? 'self' : by === admin.id ? 'admin' : by])).toEqual([
    ['bank_changed', 'self'],
    ['password_changed', 'self'],
    ['sessions_ended', 'self'],
    ['role_changed', 'admin'],
    ['sessions_ended', 'admin'],
    ['paused', 'admin'],
    ['opened', 'admin'],
    ['closed', 'admin'],
  ])
  expect(events[0]?.network).toBe('2001:db8:1:2::/64')
})

test('a link tells its change once, and one that was used tells nothing', async () => {
  const person = await makePerson('member')
  const { json } = await ask<{ link: string }>('POST', `/admin/users/${person.id}/reset-link`, {
    token: admin.token,
    body: {},
  })
  const body = {
    token: new URL(json.link).searchParams.get('token'),
    password: 'payung-biru-789',
    password2: 'payung-biru-789',
  }
  expect((await ask('POST', '/auth/reset-password/confirm', { body })).status).toBe(200)
  expect((await ask('POST', '/auth/reset-password/confirm', { body })).status).toBe(410)
  expect(await kindsOf(person)).toEqual(['password_changed'])
})

test('admins filter the list, nobody else reads it, and a person has their own events in their data', async () => {
  const person = await makePerson('member')
  await login(person.email, PASSWORD)
  const list = (query: string, who = admin) =>
    ask<{ list: Shown[]; meta: { total: number } }>('GET', `/admin/security-events?${query}`, { token: who.token })
  const own = (await list(`user_id=${person.id}`)).json
  expect(own.list.map(({ kind }) => kind)).toEqual(['new_device', 'sign_in'])
  expect(own.list[1]).toMatchObject({ country: 'ID', network: '203.0.113.0/24', by: null })
  expect((await list(`user_id=${person.id}&kind=sign_in`)).json.meta.total).toBe(1)
  const [today, inTwoDays] = [0, 2].map((days) => jakartaDay(Date.now() + days * DAY_MS))
  expect((await list(`kind=sign_in&from=${inTwoDays}`)).json.list).toEqual([])
  expect((await list(`kind=sign_in&to=${today}`)).json.list).not.toEqual([])
  for (const role of ['member', 'staff'] as const) expect((await list('', await makePerson(role))).status).toBe(403)
  const data = await (await call('GET', `/admin/users/${person.id}/data`, { token: person.token })).json<{
    security: { kind: string; network: string | null; country: string | null }[]
  }>()
  expect(data.security.map(({ kind }) => kind)).toEqual(['sign_in', 'new_device'])
  expect(data.security[0]).toMatchObject({ network: '203.0.113.0/24', country: 'ID' })
  // where an admin or a stranger was is not the person's to know
  await ask('PUT', `/admin/users/${person.id}/status`, {
    token: admin.token,
    body: { status: 'paused', reason: 'Uji' },
    headers: { 'cf-connecting-ip': '198.51.100.7' },
  })
  await login(person.email, 'salah-sekali', '192.0.2.7')
  const text = await (await call('GET', `/admin/users/${person.id}/data`, { token: person.token })).text()
  expect(JSON.parse(text)).toMatchObject({
    security: [{}, {}, { kind: 'paused', network: null }, { kind: 'sign_in_failed', network: null }],
  })
  expect(text).not.toMatch(/198\.51\.100|192\.0\.2/)
})

test('lists and the cron read indexes', async () => {
  const { db: watched, plans } = watchedDb()
  const at = { page: 1, limit: 20 }
  for (const filter of [
    {},
    { userId: 'u' },
    { kind: 'sign_in' },
    { userId: 'u', kind: 'sign_in' },
    { since: 1, until: 2 },
  ])
    await securityEventPage(watched, { ...at, ...filter } as Parameters<typeof securityEventPage>[1])
  await tidySecurityEvents(watched, Date.now())
  const seen = await plans()
  expect(faultsOf(seen, false)).toEqual([])
  expect(seen.filter((plan) => /^SCAN (e|security_events)\b/.test(plan) && !plan.includes('INDEX'))).toEqual([])
})
test('what is counted before an event is written is found by its person: the index by kind has everybody’s', async () => {
  const { db: watched, plans } = watchedDb()
  await writeCapped(watched, { at: Date.now(), kind: 'sign_in_failed', userId: 'u', network: 'n' })
  await runBatch(watched, [securityStatement(watched, { at: Date.now(), kind: 'sign_in', userId: 'u', device: 'd' })])
  const counted = (await plans()).filter((plan) => plan.startsWith('SEARCH e '))
  expect(counted).toHaveLength(4)
  for (const plan of counted) expect(plan).toMatch(/INDEX security_events_user \(user_id=\? AND at>\?\)/)
})

type Proof = { problems: { kind: string; table: string | null; id: number | null }[]; erased: number }
const prove = async () => (await ask<Proof>('GET', '/admin/audit/proof', { token: admin.token })).json

test('rules record-chain, record-forgets: security events are sealed; nothing changes or removes one, and what is forgotten leaves the day whole', async () => {
  // a day that an older version closed has no part of the new table
  await run('drop trigger record_days_no_delete')
  await run('delete from record_days')
  await closeRecordDay(db, '2026-01-01', () => true)
  const person = await makePerson('member')
  await login(person.email, PASSWORD)
  await closeRecordDay(db, '2026-01-02', () => true)
  for (const statement of [
    `update security_events set kind = 'sign_out'`,
    `update security_events set network = '10.0.0.0/24'`,
    'delete from security_events',
    `insert or replace into security_events (id, at, kind, digest) select id, at, 'sign_out', digest from security_events`,
  ])
    await expect(run(statement), statement).rejects.toThrow(/append-only/)
  expect((await prove()).problems).toEqual([])

  // a year later the place is gone; of a closed account after ninety days
  const { erased } = await prove()
  await tidySecurityEvents(db, Date.now() + 366 * DAY_MS)
  const [event] = await eventsOf(person.id)
  expect(event).toMatchObject({ kind: 'sign_in', network: null, device: null, session: null, salt: null })
  const forgotten = await prove()
  expect(forgotten.problems).toEqual([])
  expect(forgotten.erased).toBeGreaterThan(erased)

  await run('drop trigger security_events_no_update')
  await run(`update security_events set kind = 'closed' where id = ?`, event?.id)
  expect((await prove()).problems).toMatchObject([{ kind: 'entries', table: 'security_events' }])
  await run(`update security_events set kind = 'sign_in', country = 'SG' where id = ?`, event?.id)
  expect((await prove()).problems).toMatchObject([{ kind: 'entry', table: 'security_events', id: event?.id }])
})

test('rule record-chain: a day closed before security events were sealed keeps its head', async () => {
  await run('delete from record_days')
  const { headOf, SEALED_TABLES } = await import('../../domain/record/record/chain.ts')
  const none = { last: 0, rows: 0, sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' }
  // as the version before wrote it: JSON of the two tables alone
  const parts = { audit_log: none, ledger: none }
  const { createHash } = await import('node:crypto')
  const text = JSON.stringify(['', '2026-01-01', Object.entries(parts).map(([t, p]) => [t, p.last, p.rows, p.sha256])])
  expect(headOf('', '2026-01-01', parts)).toBe(createHash('sha256').update(text).digest('hex'))
  await run(
    `insert into record_days (day, previous, head, parts) values ('2026-01-01', '', ?, ?)`,
    headOf('', '2026-01-01', parts),
    JSON.stringify(parts),
  )
  await closeRecordDay(db, '2026-01-02', () => true)
  const { parts: next } = await one<{ parts: string }>(`select parts from record_days where day = '2026-01-02'`)
  expect(Object.keys(JSON.parse(next) as object)).toEqual(SEALED_TABLES)
})

test('rule retention: the places of a closed account go ninety days after, events of over five years altogether', async () => {
  const person = await makePerson('member')
  await login(person.email, PASSWORD)
  await run(`update users set status = 'closed', status_at = ? where id = ?`, Date.now() - 91 * DAY_MS, person.id)
  await run(
    `insert into security_events (at, user_id, kind, digest) values (?, 'old', 'sign_in', 'd')`,
    Date.now() - 5 * 366 * DAY_MS,
  )
  await cron(0)
  expect(await eventsOf(person.id)).toMatchObject([{ network: null }, { network: null }])
  expect(await eventsOf('old')).toEqual([])
})
