// A new key for hashes and links frees nobody and breaks no link; a lost one is noticed, and nothing is sent.
import { createExecutionContext } from 'cloudflare:test'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { REFUSALS } from '../../contract/ground/errors.ts'
import { ringOf } from '../../contract/ground/key-rings.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { writeStops } from '../../domain/operation/backup/restore-store.ts'
import { phoneStatements } from '../../domain/recipients/phone-numbers/import-store.ts'
import { planPhones } from '../../domain/recipients/phone-numbers/plan-import.ts'
import { addPhone } from '../../domain/recipients/phone-numbers/save-phones.ts'
import { hashesOfLid, hashesOfNumber, lidHashes, optOutToken } from '../../domain/recipients/suppressions/hash.ts'
import { othersOf } from '../../domain/recipients/suppressions/import-store.ts'
import { suppress } from '../../domain/recipients/suppressions/suppress.ts'
import { settleBatches } from '../../domain/money/settlement/settle-batches.ts'
import { app } from '../../worker/app.ts'
import type { Env } from '../../worker/env.ts'
import { ORIGIN } from './support/api.ts'
import { all, bound, db } from './support/database.ts'
import { writesThemselves } from './support/lift.ts'
import { makePerson, type Person } from './support/people.ts'
import { watchedDb } from './support/plans.ts'
import { stage } from './support/stage.ts'

const OLD = `old:${'1f'.repeat(32)}`
const NEW = `new:${'2e'.repeat(32)}`
const ROTATED = `${NEW},${OLD}`
type Told = { SUPPRESSION_KEYS?: string; LINK_KEYS?: string; APP_ENV?: string }
type Answer = {
  reason?: string
  msg: string
  ok: boolean
  data: { id: number; number: string; suppressed: boolean; event: string }[]
  created: object[]
  skipped: { reason: string }[]
  meta: { total: number }
}
let admin: Person
beforeAll(async () => {
  await stage({}, { adminListens: false })
  admin = await makePerson('admin')
})
/** The Worker as it is started with these secrets. */
const ask = async (told: Told, method: string, path: string, body?: object | FormData) => {
  const isForm = body instanceof FormData
  const request = new Request(`${ORIGIN}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${admin.token}`,
      ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  const response = await app.fetch(request, { ...bound, ...told } satisfies Env, createExecutionContext())
  return { status: response.status, json: await response.json<Answer>() }
}
const ring = (text: string) => ringOf('SUPPRESSION_KEYS', text)
const counted = async () =>
  (
    await all<{ total: number; counter: number }>(`select count(*) as total,
      (select value from counters where name = 'suppressions.total') as counter from suppressions`)
  )[0]
const before = { SUPPRESSION_KEYS: OLD }
const after = { SUPPRESSION_KEYS: ROTATED }
let serial = 0
let number: string
beforeEach(() => {
  number = `62815000000${++serial + 10}`
})
const stop = async (told: Told): Promise<void> => {
  expect((await ask(told, 'POST', '/admin/suppression', { number })).status).toBe(200)
}
const lift = (id: number | undefined) =>
  ask(after, 'DELETE', `/admin/suppression/${id}`, { reason: 'Mengisi formulir baru' })
const listed = async (told: Told) => (await ask(told, 'GET', `/admin/suppression?search=${number}`)).json

describe('who was suppressed under the old key', () => {
  beforeEach(() => stop(before))
  test('rule hash-keys: can be added neither by hand nor from a file', async () => {
    const added = await ask(after, 'POST', '/admin/phonenumber/save', {
      number,
      name: 'x',
      consent_source: 'acara pameran',
    })
    expect([added.status, added.json.reason]).toEqual([409, 'number_suppressed'])
    const form = new FormData()
    form.set('file', new File([`phonenumber,name\n${number},x`], 'a.csv'))
    form.set('consent_source', 'acara pameran')
    const file = await ask(after, 'POST', '/admin/phonenumber/import', form)
    expect([file.json.created, file.json.skipped.map((s) => s.reason)]).toEqual([[], ['suppressed']])
  })
  test('is suppressed when another recipient is given the number', async () => {
    const other = number.replace('62815', '62816')
    const saved = await ask(after, 'POST', '/admin/phonenumber/save', {
      number: other,
      name: 'x',
      consent_source: 'acara pameran',
    })
    const { id } = saved.json.data as unknown as { id: number }
    await ask(after, 'PUT', `/admin/phonenumber/${id}`, { number })
    expect(await all('select suppressed from phone_numbers where id = ?', id)).toEqual([{ suppressed: 1 }])
  })
  test('and stops again stands in the list and in its counts once', async () => {
    const was = await counted()
    await stop(after)
    // an isolate that knows one key only finds no hash
    await stop({ SUPPRESSION_KEYS: NEW })
    expect(await listed(after)).toMatchObject({ data: [{ number }], meta: { total: 1 } })
    expect(await counted()).toEqual(was)
    expect(was?.total).toBe(was?.counter)
    // each time that they said so is on record, under the hash that the list has
    const rows = await all(`select hash from consent_history where number = ? and event = 'opt_out'`, number)
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ hash: hashesOfNumber(ring(OLD), number)[0] })))
  })
  test('is free under every key once an admin lifts it', async () => {
    // as an isolate that knew one key only may have left it
    await bound.DB.prepare(`insert into suppressions (hash, number, via, created_at) values (?, ?, 'admin', 0)`)
      .bind(hashesOfNumber(ring(NEW), number)[0], number)
      .run()
    const [first] = (await listed(after)).data
    await writesThemselves(first?.id)
    expect((await lift(first?.id)).status).toBe(200)
    expect(await listed(after)).toMatchObject({ data: [], meta: { total: 0 } })
    const { total, counter } = (await counted()) ?? {}
    expect(total).toBe(counter)
    expect((await ask(after, 'POST', '/admin/phonenumber/save', { number, name: 'x' })).status).toBe(200)
  })
  test('and is erased stays suppressed by one row that names nobody, and is found by the whole number', async () => {
    expect((await ask(after, 'POST', '/admin/consent/erase', { number })).status).toBe(200)
    const hashes = hashesOfNumber(ring(ROTATED), number)
    expect(await all('select number, reason from suppressions where hash in (?, ?)', ...hashes)).toEqual([
      { number: null, reason: 'erased' },
    ])
    const { json } = await ask(after, 'GET', `/admin/consent?search=${number}`)
    expect(json.data.map((row) => [row.event, row.number])).toEqual([
      ['erased', null],
      ['opt_out', null],
    ])
    await stop(after)
    expect(await all('select 1 from suppressions where hash in (?, ?)', ...hashes)).toHaveLength(1)
  })
})

test('rule opt-out-lid: a LID is not taken for the number with the same digits', () => {
  const digits = '6281290001111'
  expect(hashesOfLid(ring(ROTATED), digits)).not.toEqual(hashesOfNumber(ring(ROTATED), digits))
})

describe('who is known by LID', () => {
  const numberOf = () => Promise.resolve(null)
  const ports = (text: string) => ({ db, hashKeys: ring(text), dropNumber: () => Promise.resolve(), numberOf })
  const by = { number: null, via: 'reply' as const, by: 'acc', reason: null }
  const recipient = async (text: string): Promise<void> => {
    expect(
      (await ask({ SUPPRESSION_KEYS: text }, 'POST', '/admin/phonenumber/save', { number, name: 'x' })).status,
    ).toBe(200)
  }
  const batch = (lid: string, text: string, sequence: number) => ({
    accountId: `acc-${number}`,
    sequence,
    userId: 'nobody',
    results: [],
    reversals: [],
    contacts: [{ number, ...lidHashes(ring(text), lid) }],
  })
  const isSuppressed = () => all('select suppressed from phone_numbers where number = ?', number)
  test('rule hash-keys: and stopped under the old key is suppressed when the number becomes known', async () => {
    await recipient(OLD)
    await suppress(ports(OLD), { ...by, lid: `9${number}` }, Date.now())
    await settleBatches(ports(ROTATED), [batch(`9${number}`, ROTATED, 1)], Date.now())
    expect(await isSuppressed()).toEqual([{ suppressed: 1 }])
    // lifted, nothing of the stop by LID is left either
    const [row] = (await listed(after)).data
    await writesThemselves(row?.id)
    expect((await lift(row?.id)).status).toBe(200)
    expect(await all('select 1 from suppressions where lid = ?', `9${number}`)).toEqual([])
  })
  test('rule opt-out-lid: and was told under the old key is found by a stop under the new one', async () => {
    await recipient(OLD)
    await settleBatches(ports(OLD), [batch(`9${number}`, OLD, 1)], Date.now())
    expect(await suppress(ports(ROTATED), { ...by, lid: `9${number}` }, Date.now())).toEqual([number])
    expect(await isSuppressed()).toEqual([{ suppressed: 1 }])
  })
})

test('rule hash-keys: a look-up under two keys reads the index twice, and nothing else', async () => {
  const { db: watched, plans } = watchedDb()
  const hashKeys = ring(ROTATED)
  const ports = { db: watched, hashKeys, dropNumber: () => Promise.resolve(), now: Date.now(), by: 'admin' }
  await addPhone(ports, { number, name: 'x', source: 'acara pameran' }, [])
  const { items } = planPhones([{ phonenumber: number }, { phonenumber: '081500009999' }], 1, hashKeys)
  await runBatch(watched, phoneStatements(watched, { jobId: 'j', items, consent: null, now: 1 }))
  await suppress(ports, { number, lid: null, via: 'admin', by: null, reason: null }, Date.now())
  await suppress(ports, { number: null, lid: '77', via: 'reply', by: null, reason: null }, Date.now())
  const hashes = hashesOfNumber(hashKeys, number)
  await othersOf(watched, hashKeys, [{ r: 1, n: number, h: hashes, t: null }], null)
  await writeStops(watched, [{ event: 'opt_out', hash: hashes[0], kid: 'new', via: 'admin', by: null, at: 1 }])
  const found = await plans()
  // the count of all numbers is made where there is none yet, and is not asked for otherwise; k: the few LIDs of one person; sqlite_sequence: a row a table
  const scans = found.filter(
    (p) =>
      p.startsWith('SCAN') &&
      !/CONSTANT ROW|^SCAN ((j|json_each|remembered|k|sqlite_sequence)\b|\(subquery)|phone_numbers_created/.test(p),
  )
  expect(scans).toEqual([])
  expect(found.some((p) => p.includes('suppressions_hash (hash=?)'))).toBe(true)
  expect(found.some((p) => p.includes('phone_numbers_lid (lid_hash>? AND lid_hash<?)'))).toBe(true)
})

describe('a link that ends it', () => {
  const link = (text: string) => optOutToken(ringOf('LINK_KEYS', text), number)
  const press = async (told: Told, token: string) =>
    (await ask({ ...before, ...told }, 'POST', '/public/opt-out', { token })).status
  test('rule opt-out: goes on working after a rotation, for as long as its key is in the ring', async () => {
    const sent = await link(OLD)
    expect(await press({ LINK_KEYS: NEW }, sent)).toBe(410)
    expect(await press({ LINK_KEYS: ROTATED }, sent)).toBe(200)
    expect(await press({ LINK_KEYS: ROTATED }, await link(NEW))).toBe(200)
    expect((await listed(before)).meta.total).toBe(1)
  })
})

describe('without a key that made hashes', () => {
  const logged: string[] = []
  beforeEach(() => {
    logged.length = 0
    vi.spyOn(console, 'log').mockImplementation((line: string) => void logged.push(line))
    return () => void vi.restoreAllMocks()
  })
  test.each([
    ['that is gone', `third:${'3d'.repeat(32)}`],
    ['whose name another key has now', `old:${'4c'.repeat(32)}`],
  ])('rule hash-keys: %s, nobody is added and all of it is told', async (_what, text) => {
    const lost = { SUPPRESSION_KEYS: text }
    const used = await all('select proof from hash_keys')
    const added = await ask(lost, 'POST', '/admin/phonenumber/save', {
      number,
      name: 'x',
      consent_source: 'acara pameran',
    })
    expect([added.status, added.json.reason, added.json.msg]).toEqual([503, 'misconfigured', REFUSALS.misconfigured[1]])
    expect((await ask(lost, 'GET', '/health')).json.ok).toBe(false)
    expect(logged.filter((line) => line.includes('SUPPRESSION_KEYS lacks keys'))).toHaveLength(2)
    expect(logged.join()).not.toContain(text.slice(-20))
    // the wrong key left no trace: with the right ones all is well again
    expect(await all('select proof from hash_keys')).toEqual(used)
    expect((await ask({ SUPPRESSION_KEYS: ROTATED }, 'GET', '/health')).json.ok).toBe(true)
  })
  test('an opt-out is taken all the same, and its key is needed from then on', async () => {
    const other = `fourth:${'5b'.repeat(32)}`
    await stop({ SUPPRESSION_KEYS: other })
    expect((await ask({ SUPPRESSION_KEYS: `${OLD},${NEW}` }, 'GET', '/health')).json.ok).toBe(false)
    expect(logged.join()).toContain('keys that made hashes in the database: fourth')
    expect((await ask({ SUPPRESSION_KEYS: `${ROTATED},${other}` }, 'GET', '/health')).json.ok).toBe(true)
  })
})
