// What disputes do to a source of consent, and who ends that (rule source-hold): real Worker, real D1, real objects; the runner's side is the
// test's.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ConsentSourceRow } from '../../contract/recipients/consent-sources.ts'
import { DAY_MS } from '../../contract/ground/time.ts'
import { connect } from '../../domain/ground/db/connection.ts'
import { claimNumbers, mayBeWrittenTo, previewReach } from '../../domain/sending/blast/store.ts'
import { markHeld } from '../../domain/recipients/suppressions/hold-walk-store.ts'
import { endSnoozes, matchFlags } from '../../domain/recipients/suppressions/snooze-store.ts'
import { optOutToken } from '../../domain/recipients/suppressions/hash.ts'
import { until } from '../../scripts/drive/until.ts'
import { linkRing } from '../../worker/env.ts'
import { ask } from './support/api.ts'
import { cron } from './support/cron.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { behindTriggers } from './support/behind-triggers.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { slowed } from './support/meanwhile.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { linkedAccount, stage } from './support/stage.ts'

const runner = new FakeRunner('runner-1')
let admin: Person
beforeAll(async () => {
  await stage()
  await runner.join()
  admin = await makePerson('admin')
})
beforeEach(async () => {
  for (const table of ['phone_numbers', 'snoozes', 'consent_sources', 'disputes', 'suppressions'])
    await run(`delete from ${table}`)
  await behindTriggers(['consent_history'], () => run('delete from consent_history'))
})

const SOURCE = 'Formulir pameran Melati'
let serial = 0
const recipients = async (count: number, source = SOURCE, writtenAt = 0): Promise<string[]> => {
  const first = 6281300000000 + serial
  serial += count
  await run(
    `with recursive n (i) as (select 0 union all select i + 1 from n where i < ? - 1)
     insert into phone_numbers (number, name, status, consent_source, consent_at, consent_by, last_attempt_at, created_at)
     select cast(cast(? as integer) + i as text), 'Ani', 'active', ?, 1, 'x', ?, i from n`,
    count,
    first,
    source,
    writtenAt,
  )
  return Array.from({ length: count }, (_, i) => String(first + i))
}
const dispute = async (...people: string[]): Promise<void> => {
  for (const number of people) {
    const body = { token: await optOutToken(linkRing(bound), number) }
    expect((await ask('POST', '/public/recipient/dispute', { body })).status).toBe(200)
  }
}
const asAdmin = <T = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
  ask<T>(method, path, { token: admin.token, body })
const shown = async (name = SOURCE): Promise<ConsentSourceRow | undefined> =>
  (await asAdmin<{ data: ConsentSourceRow[] }>('GET', `/admin/consent/sources?search=${encodeURIComponent(name)}`)).json
    .data[0]
const isHeld = async (name = SOURCE): Promise<boolean> => ((await shown(name))?.held_at ?? null) !== null
const nameOf = async (): Promise<string> =>
  (await one<{ name: string }>(`select trim(firstname || ' ' || lastname) as name from users where id = ?`, admin.id))
    .name
const hold = (name = SOURCE) => asAdmin('POST', '/admin/consent/sources/hold', { name, why: 'Daftarnya dibeli orang' })
const PROOF = { told: 'Promo tiap bulan lewat WhatsApp', told_by: 'Rini', proof: 'https://contoh.id/formulir.pdf' }
const release = async (heldAt?: string) =>
  asAdmin('POST', '/admin/consent/sources/release', {
    name: SOURCE,
    held_at: heldAt ?? (await shown())?.held_at,
    ...PROOF,
  })
const flags = async (): Promise<number[]> =>
  (await all<{ s: number }>('select suppressed as s from phone_numbers order by id')).map(({ s }) => s)
const marked = () => markHeld(db, () => true)
const asked = { accountId: 'acc', userId: 'x', now: Date.now() + DAY_MS, runStartedAt: Date.now(), claim: 1 }
const claim = async (want = 100): Promise<number> =>
  (await claimNumbers(db, { ...asked, userId: admin.id, want, count: false })).numbers.length

describe('rule source-hold: a source is held', () => {
  test('by its third dispute, and by no press of the same person', async () => {
    const [a = '', b = '', c = ''] = await recipients(5)
    await dispute(a, a, b, b, b)
    expect(await shown()).toMatchObject({ disputes: 2, recipients: 5, held_at: null })
    await dispute(c)
    expect(await shown()).toMatchObject({ disputes: 3, held_by_name: null, held_why: null })
    expect(await isHeld()).toBe(true)
  })
  test('only by one of a thousand whom it made somebody write to in 30 days', async () => {
    const people = await recipients(3_500, SOURCE, Date.now() - DAY_MS)
    await recipients(5_000, SOURCE, Date.now() - 31 * DAY_MS)
    await dispute(...people.slice(0, 3))
    expect(await isHeld()).toBe(false)
    await dispute(...people.slice(3, 4))
    expect(await isHeld()).toBe(true)
  })
  test('only by what was said within 30 days, and of this source', async () => {
    const people = await recipients(3)
    const other = await recipients(1, 'Undian toko Anggrek')
    await dispute(...people.slice(0, 2), ...other)
    await run('update disputes set at = at - ?', 31 * DAY_MS)
    await dispute(...people.slice(2))
    expect([await isHeld(), await isHeld('Undian toko Anggrek')]).toEqual([false, false])
    expect(await shown()).toMatchObject({ disputes: 1 })
  })
  test('by somebody of the office, who says why, once', async () => {
    await recipients(1)
    expect((await hold()).status).toBe(200)
    expect(await shown()).toMatchObject({ held_why: 'Daftarnya dibeli orang', held_by_name: await nameOf() })
    expect((await hold()).json).toMatchObject({ reason: 'source_moved' })
    expect((await asAdmin('POST', '/admin/consent/sources/hold', { name: SOURCE, why: '12345678' })).status).toBe(422)
  })
})

test('rule source-hold: two admins at one moment hold it once, and release it once', async () => {
  await recipients(1)
  expect((await Promise.all([hold(), hold()])).map(({ status }) => status).toSorted()).toEqual([200, 409])
  const heldAt = (await shown())?.held_at ?? ''
  const both = await Promise.all([release(heldAt), release(heldAt)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

describe('rule source-hold: of a source that is held', () => {
  test('nobody is claimed from that moment on, and others are', async () => {
    const [number = ''] = await recipients(3)
    await recipients(2, 'Undian toko Anggrek')
    await hold()
    expect(await mayBeWrittenTo(db, { number, templateId: null, now: Date.now() })).toBe(false)
    const reach = await previewReach(db, { ...asked, userId: admin.id, among: [number], samples: 1 })
    expect(reach).toMatchObject({ count: 0, refused: [{ number, reason: 'held' }] })
    const row = await ask<{ data: object[] }>('GET', `/admin/phonenumber/list-per-page?search=${number}`, {
      token: admin.token,
    })
    expect(row.json.data).toMatchObject([{ number, held: true }])
    expect(await claim()).toBe(2)
    await marked()
    expect(await flags()).toEqual([3, 3, 3, 0, 0])
    const again = await previewReach(db, { ...asked, userId: admin.id, among: [number], samples: 1 })
    expect(again.refused).toMatchObject([{ reason: 'held' }])
  })
  test('a large one is marked in steps, and a run that has no time begins anew', async () => {
    await recipients(12_000)
    await hold()
    let steps = 0
    await markHeld(db, () => ++steps <= 1)
    const after = async () =>
      (await one<{ n: number }>('select count(*) as n from phone_numbers where suppressed = 3')).n
    expect(await after()).toBe(5_000)
    await marked()
    expect(await after()).toBe(12_000)
    expect(await one('select marked from consent_sources')).toEqual({ marked: 1 })
  })
  test('an account lets go of whom it had claimed', async () => {
    await recipients(2)
    const { object, socket } = await linkedAccount(runner, (await makeLender('source-hold', null)).id)
    await object.start()
    await until('a message', () => socket.sends()[0])
    await hold()
    const held = async () => all<{ number: string }>('select number from phone_numbers where in_use = 1')
    await until('only the one in flight is held', async () => {
      await cron()
      return (await held()).length <= 1
    })
    expect((await held()).map(({ number }) => number)).toEqual([socket.sends()[0]?.number])
    expect(socket.sends()).toHaveLength(1)
    await object.stop()
  })
  test('whoever comes later is held, too; whoever agreed elsewhere is not', async () => {
    await recipients(1)
    await hold()
    const body = { number: '6281999000111', name: 'Budi', consent_source: SOURCE }
    const { json } = await ask<{ phonenumber: { id: number; held: boolean } }>('POST', '/admin/phonenumber/save', {
      token: admin.token,
      body,
    })
    expect(json.phonenumber.held).toBe(true)
    const edit = (consent_source: string) =>
      ask<{ phonenumber: { held: boolean } }>('PUT', `/admin/phonenumber/${json.phonenumber.id}`, {
        token: admin.token,
        body: { consent_source },
      })
    expect((await edit('Formulir di toko Kenanga')).json.phonenumber.held).toBe(false)
    expect((await edit(SOURCE)).json.phonenumber.held).toBe(true)
  })
  test('who is snoozed is held after it, and a restored database says so, too', async () => {
    const [a = ''] = await recipients(2)
    await run(`insert into snoozes (number, until, via, created_at) values (?, 5, 'page', 1)`, a)
    await run('update phone_numbers set suppressed = 2 where number = ?', a)
    await hold()
    await endSnoozes(db, 10)
    await marked()
    expect(await flags()).toEqual([3, 3])
    await run('update phone_numbers set suppressed = 0')
    await matchFlags(db)
    await marked()
    expect(await flags()).toEqual([3, 3])
    await run('delete from consent_sources')
    await matchFlags(db)
    expect(await flags()).toEqual([0, 0])
  })
})

describe('rule source-hold: a source is released', () => {
  test('while its people are marked: they are walked through once more, and all are free', async () => {
    await recipients(2)
    await hold()
    await markHeld(connect(slowed('set marked = 1', release, 1)), () => true)
    expect(await flags()).toEqual([3, 3])
    await marked()
    expect(await flags()).toEqual([0, 0])
  })
  test('by somebody who writes down its proof, and who looked at this hold', async () => {
    await recipients(2)
    await hold()
    await marked()
    const heldAt = (await shown())?.held_at
    for (const missing of ['told', 'told_by', 'proof'])
      expect(
        (
          await asAdmin('POST', '/admin/consent/sources/release', {
            name: SOURCE,
            held_at: heldAt,
            ...PROOF,
            [missing]: '',
          })
        ).status,
      ).toBe(422)
    expect((await release('2026-01-01T00:00:00.000Z')).json).toMatchObject({ reason: 'source_moved' })
    expect((await release()).status).toBe(200)
    expect((await release('2026-01-01T00:00:00.000Z')).status).toBe(409)
    expect(await shown()).toMatchObject({ ...PROOF, held_at: null, released_by_name: await nameOf() })
    await marked()
    expect([await flags(), await claim()]).toEqual([[0, 0], 2])
  })
  test('and only those are written to again who neither stopped nor are snoozed', async () => {
    const [a = '', b = '', c = '', d = ''] = await recipients(4)
    await dispute(a, b, c)
    await marked()
    await ask('POST', '/public/recipient/snooze', { body: { token: await optOutToken(linkRing(bound), d) } })
    await release()
    await marked()
    expect(await flags()).toEqual([1, 1, 1, 2])
  })
  test('the disputes before it count no more, and three more hold it again', async () => {
    const people = await recipients(8)
    await dispute(...people.slice(0, 3))
    await release()
    await dispute(...people.slice(3, 5))
    expect(await shown()).toMatchObject({ disputes: 2, held_at: null })
    await dispute(...people.slice(5, 6))
    expect(await isHeld()).toBe(true)
  })
  test('a mark that comes late changes nothing of what was done since', async () => {
    await recipients(1)
    await hold()
    await marked()
    await release()
    expect(await one('select marked from consent_sources')).toEqual({ marked: 0 })
    await hold()
    await marked()
    expect(await flags()).toEqual([3])
  })
})

describe('rule consent-words: of a source', () => {
  test('is written down what people were told, by whom and where the proof is, before anybody has it', async () => {
    expect((await asAdmin('POST', '/admin/consent/sources', { name: 'Gerai Bogor, Mei 2026', ...PROOF })).status).toBe(
      200,
    )
    expect(await shown('Gerai Bogor, Mei 2026')).toMatchObject({ ...PROOF, recipients: 0 })
    const { json } = await ask<{ sources: string[] }>('GET', '/admin/phonenumber/sources', { token: admin.token })
    expect(json.sources).toContain('Gerai Bogor, Mei 2026')
    expect((await asAdmin('POST', '/admin/consent/sources', { ...PROOF, name: '12345678' })).status).toBe(422)
  })
  test('each is found by its whole name, and stands in the list once it is disputed, however many there are', async () => {
    for (let i = 0; i < 120; i++) await recipients(1, `Gerai nomor ${String(i).padStart(3, '0')}`)
    const [one = ''] = await recipients(2, 'Zona akhir, Mei 2026')
    const listed = async () =>
      (await asAdmin<{ data: ConsentSourceRow[] }>('GET', '/admin/consent/sources')).json.data.map(({ name }) => name)
    expect(await shown('Zona akhir, Mei 2026')).toMatchObject({ recipients: 2 })
    expect(await listed()).not.toContain('Zona akhir, Mei 2026')
    await dispute(one)
    expect((await listed())[0]).toBe('Zona akhir, Mei 2026')
  })
  test('rule edit-versions: the second of two who read the same is shown what the first wrote', async () => {
    await recipients(1)
    const version = (await shown())?.version
    const kept = { name: SOURCE, ...PROOF, version }
    expect((await asAdmin('POST', '/admin/consent/sources', kept)).status).toBe(200)
    const second = await asAdmin('POST', '/admin/consent/sources', { ...kept, told: 'Lain sama sekali isinya' })
    expect(second.json).toMatchObject({ reason: 'edited_meanwhile', edited: { values: { told: PROOF.told } } })
    const now = (await shown())?.version
    expect(
      (await asAdmin('POST', '/admin/consent/sources', { ...kept, told: 'Lain sama sekali isinya', version: now }))
        .status,
    ).toBe(200)
  })
})
