// What the office does to a recipient's row changes nothing for the person: the cooldown, the misses and a stop by LID outlive the row.
import { beforeAll, describe, expect, test } from 'vitest'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { claimNumbers } from '../../domain/sending/blast/store.ts'
import { loadRows } from '../../domain/operation/backup/table-store.ts'
import { listFound } from '../../domain/sending/number-checks/list-found.ts'
import { phoneStatements } from '../../domain/recipients/phone-numbers/import-store.ts'
import { planPhones } from '../../domain/recipients/phone-numbers/plan-import.ts'
import { addPhone, removePhone } from '../../domain/recipients/phone-numbers/save-phones.ts'
import { ringOf } from '../../contract/ground/key-rings.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { lidHashes } from '../../domain/recipients/suppressions/hash.ts'
import { suppress } from '../../domain/recipients/suppressions/suppress.ts'
import { ask, call } from './support/api.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { numbers, stage, teachLid } from './support/stage.ts'

const HOUR_MS = 3_600_000
let admin: Person
beforeAll(async () => {
  await stage({}, { adminListens: false })
  admin = await makePerson('admin')
  await makeLender('memory-lender')
})
const asAdmin = <T = { reason: string }>(method: string, path: string, body?: unknown) =>
  ask<T>(method, path, { token: admin.token, body })
const SOURCE = 'Formulir toko Maret'
const save = async (number: string): Promise<number> => {
  const made = await asAdmin<{ data: { id: number } }>('POST', '/admin/phonenumber/save', {
    number,
    name: 'Orang',
    consent_source: SOURCE,
  })
  return made.json.data.id
}
const upload = async (text: string) => {
  const form = new FormData()
  form.set('file', new File([`number\n${text}\n`], 'daftar.csv'))
  form.set('consent_source', SOURCE)
  const response = await call('POST', '/admin/phonenumber/import', { token: admin.token, form })
  return response.json<{ created: { id: number }[]; skipped: { reason: string }[] }>()
}
let claims = 0
const claimable = async (...among: string[]): Promise<string[]> => {
  const claimed = await claimNumbers(db, {
    accountId: `asks-${++claims}`,
    userId: 'memory-lender',
    want: 10,
    now: Date.now(),
    runStartedAt: Date.now(),
    count: false,
    claim: claims,
    among,
  })
  await run(`update phone_numbers set in_use = 0, in_use_by = null where in_use_by = ?`, `asks-${claims}`)
  return claimed.numbers.map((row) => row.number)
}
/** Somebody who got a message an hour ago. */
const written = async (seed: number, more = ''): Promise<{ number: string; id: number; at: number }> => {
  const [number = ''] = await numbers(640_000 + seed, 1)
  const at = Date.now() - HOUR_MS
  await run(`update phone_numbers set last_attempt_at = ? ${more} where number = ?`, at, number)
  const { id } = await one<{ id: number }>('select id from phone_numbers where number = ?', number)
  return { number, id, at }
}
const stored = (number: string) =>
  one<{ last_attempt_at: number; not_registered_count: number; lid_hash: string | null }>(
    'select last_attempt_at, not_registered_count, lid_hash from phone_numbers where number = ?',
    number,
  )
const remove = (id: number) => asAdmin('DELETE', `/admin/phonenumber/${id}`)

describe('rule recipient-memory: a row that went and came again', () => {
  const gone: [string, (id: number) => Promise<unknown>][] = [
    ['deleted', remove],
    ['deleted among many', (id) => asAdmin('POST', '/admin/phonenumber/delete-many', { ids: [id] })],
    [
      'edited to another number',
      (id) => asAdmin('PUT', `/admin/phonenumber/${id}`, { number: `62899${String(id).slice(-7)}` }),
    ],
  ]
  const back: [string, (number: string) => Promise<unknown>][] = [
    ['added by hand', save],
    ['imported', upload],
    [
      'found by a generator, then activated',
      async (number) => {
        const step = { from: 0, to: 1, found: [{ seq: 1, number, name: '' }] }
        await listFound({ db, hashKeys: hashRing(bound), now: Date.now() }, 'found', step)
        const { id } = await one<{ id: number }>('select id from phone_numbers where number = ?', number)
        await asAdmin('PUT', `/admin/phonenumber/${id}`, { status: 'active', consent_source: SOURCE })
      },
    ],
    [
      'another row was edited to it',
      async (number) => {
        const id = await save(`62898${number.slice(-7)}`)
        await asAdmin('PUT', `/admin/phonenumber/${id}`, { number, status: 'active', consent_source: SOURCE })
      },
    ],
  ]
  test.each(
    gone.flatMap(([went, go], i) => back.map(([came, come], k) => ({ went, came, go, come, seed: i * 10 + k }))),
  )('$went, then $came: no second message inside the cooldown', async ({ go, come, seed }) => {
    const { number, id, at } = await written(seed)
    expect(await claimable(number)).toEqual([])
    await go(id)
    expect(await all('select 1 from phone_numbers where number = ?', number)).toEqual([])
    await come(number)
    expect((await stored(number)).last_attempt_at).toBe(at)
    expect(await claimable(number)).toEqual([])
    // and the cooldown is all that keeps them: after it they are written to again
    await run('update phone_numbers set last_attempt_at = last_attempt_at - ? where number = ?', 168 * HOUR_MS, number)
    expect(await claimable(number)).toEqual([number])
  })
  test.each([
    ['a name', { name: 'Lain' }],
    ['a consent', { status: 'active', consent_source: 'Formulir toko April' }],
  ])(
    '%s that was judged of one number is not written beside another, and brings no number back',
    async (what, body) => {
      const { number, id, at } = await written(what === 'a name' ? 60 : 61)
      const next = `62896${String(id).slice(-7).padStart(7, '1')}`
      const late = await slowCall(
        ['PUT', `/admin/phonenumber/${id}`],
        { token: admin.token, body },
        'update phone_numbers',
        () => asAdmin('PUT', `/admin/phonenumber/${id}`, { number: next, status: 'active', consent_source: SOURCE }),
      )
      expect([late.status, late.json.reason]).toEqual([409, 'edited_meanwhile'])
      expect(await one('select number, name, consent_source from phone_numbers where id = ?', id)).toEqual({
        number: next,
        name: 'N',
        consent_source: SOURCE,
      })
      await save(number)
      expect((await stored(number)).last_attempt_at).toBe(at)
      expect(await claimable(number, next)).toEqual([next])
    },
  )
  test('a number that an account held when its row went counts as tried then: its result will find no row', async () => {
    const [number = ''] = await numbers(640_100, 1)
    await run(`update phone_numbers set in_use = 1, in_use_by = 'nobody-there' where number = ?`, number)
    const { id } = await one<{ id: number }>('select id from phone_numbers where number = ?', number)
    await run('delete from withdrawn_claims')
    const before = Date.now()
    expect((await remove(id)).status).toBe(200)
    await save(number)
    expect((await stored(number)).last_attempt_at).toBeGreaterThanOrEqual(before)
  })
  test('the number that a row was edited to starts over, and not with what was of the person before', async () => {
    const { id, number } = await written(101, `, not_registered_count = 1, lid_hash = 'abc'`)
    const next = `62897${String(id).slice(-7)}`
    await asAdmin('PUT', `/admin/phonenumber/${id}`, { number: next, status: 'active', consent_source: SOURCE })
    expect(await stored(next)).toEqual({ last_attempt_at: 0, not_registered_count: 0, lid_hash: null })
    expect(await claimable(next)).toEqual([next])
    await save(number)
    expect(await stored(number)).toMatchObject({ not_registered_count: 1, lid_hash: 'abc' })
  })
  test('nothing tells the number, and of somebody never tried nothing is remembered', async () => {
    const { id, number } = await written(102)
    await remove(id)
    const rows = JSON.stringify(await all('select * from recipient_memory'))
    expect(rows).not.toContain(number.slice(2))
    const before = await all('select 1 from recipient_memory')
    await remove(await save('6281266400001'))
    expect(await all('select 1 from recipient_memory')).toEqual(before)
  })
  test('rule erasure: of an erased person stays the hash, and the time of the erasure at most', async () => {
    const { number } = await written(103, `, not_registered_count = 1, lid_hash = 'def'`)
    const before = Date.now()
    await asAdmin('POST', '/admin/consent/erase', { number, reference: 'Surat 12' })
    const [row] = await all<{ last_attempt_at: number }>('select * from recipient_memory order by kept_at desc limit 1')
    expect(row).toMatchObject({ not_registered_count: 0, lid_hash: null })
    expect(row?.last_attempt_at).toBeGreaterThanOrEqual(before)
  })
  test.each([
    ['by a LID', null, 24],
    ['by a LID', null, 16],
    ['with it by a number of no list', '628777000', 24],
    ['with it by a number of no list', '628777000', 16],
  ])(
    'rule opt-out-lid: who stopped %s while their row was gone stays out (%s, %i digits)',
    async (_how, by, digits) => {
      const ring = hashRing(bound)
      const [lid, stopped] = [`4711${digits}${by}`, by && `${by}${digits}`]
      const { number, id } = await written(by === null ? digits : 100 + digits)
      await run('update phone_numbers set lid_hash = ? where id = ?', lidHashes(ring, lid).lidHash.slice(0, digits), id)
      await remove(id)
      await suppress(
        { db, hashKeys: ring, dropNumber: async () => undefined },
        { number: stopped, lid, via: 'reply', by: null, reason: null },
        Date.now(),
      )
      const again = await asAdmin('POST', '/admin/phonenumber/save', { number, name: 'Orang', consent_source: SOURCE })
      expect([again.status, again.json.reason]).toEqual([409, 'number_suppressed'])
      expect((await upload(number)).skipped).toMatchObject([{ reason: 'suppressed' }])
    },
  )
  test('rule hash-keys: what was remembered under a key of before is found after the rotation, by hand and by file', async () => {
    const OLD = `old:${'3c'.repeat(32)}`
    const ring = (text: string) => ringOf('SUPPRESSION_KEYS', text)
    const rotated = ring(`new:${'4d'.repeat(32)},${OLD}`)
    const { number, id, at } = await written(105)
    const ports = { db, hashKeys: rotated, now: Date.now(), by: admin.id, dropNumber: async () => undefined }
    await removePhone({ ...ports, hashKeys: ring(OLD) }, id, () => [])
    const made = await addPhone(ports, { number, name: 'Orang', source: SOURCE }, [])
    expect((await stored(number)).last_attempt_at).toBe(at)
    // under the new key now, and the old row is still there
    await removePhone(ports, made.id, () => [])
    const plan = planPhones([{ number }], 1, rotated)
    await runBatch(db, phoneStatements(db, { jobId: 'rotated', ...plan, consent: null, now: Date.now() }))
    expect((await stored(number)).last_attempt_at).toBe(at)
  })
  test('rule backup: it is loaded with the other tables, so a restored place remembers', async () => {
    const { number, id, at } = await written(106)
    await remove(id)
    const rows = await all<Record<string, string | number>>('select * from recipient_memory')
    await run('delete from recipient_memory')
    await loadRows(db, 'recipient_memory', rows)
    await save(number)
    expect((await stored(number)).last_attempt_at).toBe(at)
  })
  test.each([24, 16])('one whose other number was tried since begins with that (%i digits)', async (digits) => {
    const [gone, other] = [await written(160 + digits), await written(190 + digits)]
    const { lidHash } = lidHashes(hashRing(bound), `4713${digits}`)
    await run('update phone_numbers set lid_hash = ? where id = ?', lidHash, gone.id)
    const later = Date.now()
    const tried = 'update phone_numbers set lid_hash = ?, last_attempt_at = ? where id = ?'
    await run(tried, lidHash.slice(0, digits), later, other.id)
    await remove(gone.id)
    await save(gone.number)
    expect((await stored(gone.number)).last_attempt_at).toBe(later)
  })
  test.each([24, 16])(
    'rule cooldown: of two numbers with one LID the attempt at one rests the other (%i digits)',
    async (digits) => {
      const [first = '', second = '', other = ''] = await numbers(640_200 + digits, 3)
      const { lidHash } = lidHashes(hashRing(bound), `4712${digits}`)
      await run('update phone_numbers set lid_hash = ? where number = ?', lidHash.slice(0, digits), second)
      const sender = { accountId: 'acc-two', userId: 'memory-lender', sequence: digits }
      await teachLid(sender, { number: first, lidHash, at: Date.now() - HOUR_MS })
      expect(await claimable(first, second, other)).toEqual([other])
    },
  )
})
