// The joining page, and whose number it leads to (rule joining-page): real Worker, real D1.
import { exports } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../contract/ground/time.ts'
import { JOIN_TEXTS } from '../../contract/recipients/join-texts.ts'
import { ask, ORIGIN } from './support/api.ts'
import { all, bound, db, run } from './support/database.ts'
import { connect, runBatch } from '../../domain/ground/db/connection.ts'
import { updateUser } from '../../domain/people/users/store.ts'
import { turnStatus } from '../../domain/people/users/status-store.ts'
import { shownNumber } from '../../domain/recipients/programmes/store.ts'
import { makePerson, type Person } from './support/people.ts'

let owner: Person
let admin: Person
const KEYWORD = 'DAFTAR PROMO 7K2'
beforeAll(async () => {
  owner = await makePerson('member')
  admin = await makePerson('admin')
})
beforeEach(async () => {
  for (const table of ['programmes', 'whatsapp']) await run(`delete from ${table}`)
  await run('update users set shows_number_at = null')
  await programme('promo')
})
const programme = (id: string, more: Record<string, string | number> = {}) => {
  const row = {
    id,
    title: 'Promo <b>Melati</b>',
    keyword: KEYWORD,
    word: `${KEYWORD}${id}`,
    what: 'Potongan & kabar',
    frequency: 'Paling banyak 4 sebulan',
    by_whom: 'Toko Melati',
    privacy: 'Nomor Anda disimpan.',
    privacy_version: '2026-11',
    topic: 'promo',
    created_by: 'x',
    created_at: 1,
    ...more,
  }
  const names = Object.keys(row)
  return run(`insert into programmes (${names.join()}) values (${names.map(() => '?').join()})`, ...Object.values(row))
}
const account = (id: string, number: string, more: Record<string, string | number> = {}) => {
  const row = { id, clientid: id, user_id: owner.id, purpose: 'blast', phonenumber: number, state: 'connected' }
  const all_ = { ...row, status: 'idle', created_at: 1, ...more }
  const names = Object.keys(all_)
  return run(`insert into whatsapp (${names.join()}) values (${names.map(() => '?').join()})`, ...Object.values(all_))
}
const page = async (method: 'GET' | 'POST', path: string, from = '198.51.100.7') => {
  const request = new Request(`${ORIGIN}/api/ikut/${path}`, {
    method,
    redirect: 'manual',
    headers: { 'cf-connecting-ip': from },
    ...(method === 'POST' ? { body: new URLSearchParams({ agree: '1' }) } : {}),
  })
  const response = await exports.default.fetch(request)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const shows = (shown: boolean, who = owner) =>
  ask<{ shown: boolean }>('POST', '/admin/programme/shown', { token: who.token, body: { shown } })
const leads = async (from?: string): Promise<string | null> =>
  (await page('POST', 'promo', from)).headers.get('location')
const numberOf = async (from?: string) => (await leads(from))?.split('?')[0]

describe('rule joining-page: the joining page', () => {
  test('says what, how often, from whom, with which privacy text, and how to end it; without a script', async () => {
    const { status, text, headers } = await page('GET', 'promo')
    expect(status).toBe(200)
    for (const said of [
      'Potongan &amp; kabar',
      'Paling banyak 4 sebulan',
      'Toko Melati',
      'promo',
      'Nomor Anda disimpan.',
    ])
      expect(text).toContain(said)
    for (const said of ['2026-11', KEYWORD, 'BERHENTI', 'lang="id"']) expect(text).toContain(said)
    // what the office typed stays text
    expect(text).toContain('Promo &lt;b&gt;Melati&lt;/b&gt;')
    expect(text).not.toMatch(/<script|<b>|src=/)
    expect(headers.get('content-type')).toMatch(/^text\/html/)
    expect(headers.get('content-security-policy')).toContain("form-action 'self' https://wa.me")
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
  })
  test('speaks English where it is asked to', async () => {
    const { text } = await page('GET', 'promo?lang=en')
    expect(text).toContain(JOIN_TEXTS.en.join)
    expect(text).toContain('<html lang="en">')
    expect((await page('GET', 'promo?lang=zz')).text).toContain('<html lang="id">')
  })
  test.each(['GET', 'POST'] as const)('%s of one that ended, ran out, or never was leads nowhere', async (method) => {
    await account('a', '6281100000001')
    await shows(true)
    await programme('old', { ended_at: 5 })
    await programme('late', { ends_at: Date.now() - 1 })
    await programme('runs', { ends_at: Date.now() + DAY_MS })
    const seen = async (id: string) => {
      const { status, headers, text } = await page(method, id)
      return [status, headers.get('location'), text.includes('6281100000001')]
    }
    expect(await seen('old')).toEqual([410, null, false])
    expect(await seen('late')).toEqual([410, null, false])
    expect(await seen('nowhere')).toEqual([404, null, false])
    expect((await seen('runs'))[0]).toBe(method === 'GET' ? 200 : 303)
  })
})

describe('rule joining-page: whose number it leads to', () => {
  test('nobody’s, as long as no owner has allowed it', async () => {
    await account('a', '6281100000001')
    const { status, text, headers } = await page('POST', 'promo')
    expect([status, headers.get('location')]).toEqual([409, null])
    expect(text).toContain(JOIN_TEXTS.id.nobody)
    expect(text).not.toContain('6281100000001')
    expect((await page('GET', 'promo')).text).not.toContain('6281100000001')
  })
  test('a connected account of an owner who allowed it, with the keyword written; and the page itself names no number', async () => {
    await account('a', '6281100000001')
    expect((await shows(true)).json).toMatchObject({ shown: true })
    expect((await leads())?.startsWith(`https://wa.me/6281100000001?text=${encodeURIComponent(`${KEYWORD} `)}`)).toBe(
      true,
    )
    expect((await page('GET', 'promo')).text).not.toContain('6281100000001')
    expect((await ask('GET', '/admin/programme/shown', { token: owner.token })).json).toEqual({ shown: true })
    const place = async () => (await ask('GET', '/admin/programme/place', { token: admin.token })).json
    expect(await place()).toEqual({ origin: ORIGIN, leads: true })
    // and no longer once they took it back
    await shows(false)
    expect(await leads()).toBeNull()
    expect(await place()).toEqual({ origin: ORIGIN, leads: false })
  })
  test.each([
    ['is not connected', { state: 'disconnected' }, ''],
    ['was removed', { removed_at: 5 }, ''],
    ['checks numbers', { purpose: 'validator' }, ''],
    ['is held by the office', { held: '{}' }, ''],
    ['is of somebody who is suspended', {}, "update users set status = 'suspended'"],
  ])('never one that %s', async (_, more, then) => {
    await account('a', '6281100000001', more)
    await shows(true)
    if (then) await run(`${then} where id = ?`, owner.id)
    expect(await leads()).toBeNull()
    await run("update users set status = 'active'")
  })
  test('one and the same for a network that asks again, and over all networks not one alone', async () => {
    // close together, as chance may have it
    const near = (i: number) => ({ id: `00000000-0000-4000-8000-00000000000${i}` })
    const owners = [
      owner,
      await makePerson('member', near(1)),
      await makePerson('dev', near(2)),
      await makePerson('admin', near(3)),
    ]
    for (const [i, who] of owners.entries()) {
      await account(`a${i}`, `628110000000${i}`, { user_id: who.id })
      await shows(true, who)
    }
    const again = new Set<string | undefined>()
    for (let i = 0; i < 10; i++) again.add(await numberOf())
    expect(again.size).toBe(1)
    const all_ = new Set<string | undefined>()
    for (let i = 0; i < 200 && all_.size < owners.length; i++) all_.add(await numberOf(`203.0.113.${i}`))
    expect(all_.size).toBe(owners.length)
  })
  test('reads as much where thousands allow it', async () => {
    const ids = JSON.stringify(Array.from({ length: 3_000 }, (_, i) => i))
    await run(
      `insert into users (id, firstname, lastname, email, password_hash, role, level_id, blast_interval_min, blast_interval_max, referral_code, shows_number_at, created_at)
       select lower(hex(randomblob(16))), 'x', 'x', 'shows' || value || '@x.test', 'x', 'member', '', 1, 2, 'S' || value, 1, 1 from json_each(?)`,
      ids,
    )
    await run(
      `insert into whatsapp (id, clientid, user_id, purpose, phonenumber, state, status, created_at)
       select lower(hex(randomblob(16))), id, id, 'blast', 6285800000000 + rowid, 'connected', 'idle', 1 from users where email like 'shows%'`,
    )
    let read = 0
    const counted = (statement: D1PreparedStatement): D1PreparedStatement =>
      ({
        bind: (...values: unknown[]) => counted(statement.bind(...values)),
        all: async () => {
          const result = await statement.all()
          read += result.meta.rows_read
          return result
        },
      }) as unknown as D1PreparedStatement
    const counting = connect({ prepare: (text: string) => counted(bound.DB.prepare(text)) } as unknown as D1Database)
    expect(await shownNumber(counting, '80'.repeat(8))).toMatch(/^62858/)
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThan(1_500)
    await run("delete from users where email like 'shows%'")
  })
  test.each([['becomes staff and a member again', 'role', ['staff', 'member']]] as const)(
    'nobody’s who %s since: they have to say so again',
    async (_, field, values) => {
      const admin = await makePerson('admin')
      const who = await makePerson('member')
      await account('a', '6281100000001', { user_id: who.id })
      await shows(true, who)
      expect(await leads()).not.toBeNull()
      for (const value of values) {
        await runBatch(db, [updateUser(db, who.id, { [field]: value })])
        expect(await leads()).toBeNull()
      }
      expect(admin.role).toBe('admin')
    },
  )
  test('nobody’s whose place was closed, also once it is opened again', async () => {
    const who = await makePerson('member')
    await account('a', '6281100000001', { user_id: who.id })
    await shows(true, who)
    for (const to of ['closed', 'active'] as const)
      await runBatch(db, turnStatus(db, { id: who.id, to, reason: null, by: 'x', at: 1 }))
    expect(await leads()).toBeNull()
  })
  test('nothing is written, and no message leaves', async () => {
    await account('a', '6281100000001')
    await shows(true)
    const before = await all('select * from programmes')
    await page('GET', 'promo')
    await leads()
    expect(await all('select * from programmes')).toEqual(before)
    for (const table of ['phone_numbers', 'programme_opt_ins', 'consent_history', 'suppressions'])
      expect([table, await all(`select * from ${table}`)]).toEqual([table, []])
  })
  test('staff lend no accounts and have no such choice; said again, it keeps its time', async () => {
    const staff = await makePerson('staff')
    expect((await shows(true, staff)).status).toBe(403)
    await shows(true)
    const since = () => all('select shows_number_at as at from users where id = ?', owner.id)
    const first = await since()
    await shows(true)
    expect(await since()).toEqual(first)
    await shows(false)
    const told = await all<{ kind: string }>(
      `select kind from security_events where user_id = ? order by id desc limit 3`,
      owner.id,
    )
    expect(told.map(({ kind }) => kind)).toEqual(['number_hidden', 'number_shown', 'number_shown'])
  })
})
