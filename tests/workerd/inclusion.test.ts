// The proof that one entry stands in the record (rule inclusion): made by the office, checked by anybody with the public key alone.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Inclusion, proveInclusion } from '../../domain/record/checkpoints/inclusion.ts'
import { signerOf, verifierTexts } from '../../domain/record/checkpoints/place.ts'
import { newestCheckpoint, signNewest } from '../../domain/record/checkpoints/store.ts'
import { closeRecordDay, readOf } from '../../domain/record/record/store.ts'
import { inclusionText } from '../../scripts/verify-record/checkpoint.ts'
import { ask, call } from './support/api.ts'
import { behindTriggers } from './support/behind-triggers.ts'
import { bound, db, one, run } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'

let admin: Person
let key = ''
beforeAll(async () => {
  admin = await makePerson('admin')
  key = (await verifierTexts(await signerOf(bound)))[0] ?? ''
})
const close = (day: string) => closeRecordDay(db, day, () => true)
const sign = async () => signNewest(db, { ...(await signerOf(bound)), now: Date.now() })
const add = async (source: string, importNo: number | null = null): Promise<number> => {
  await run(
    `insert into consent_history (hash, event, source, at, import_no) values ('h', 'granted', ?, 5, ?)`,
    source,
    importNo,
  )
  return (await one<{ id: number }>('select max(id) as id from consent_history')).id
}
beforeEach(async () => {
  await behindTriggers(['record_days', 'consent_history'], async () => {
    await run('delete from record_days')
    await run('delete from consent_history')
  })
  await run('delete from record_checkpoints')
})
const asked = (id: number, table = 'consent_history') =>
  call('GET', `/admin/audit/inclusion?table=${table}&id=${id}`, { token: admin.token })
const proved = async (id: number): Promise<string> => {
  const response = await asked(id)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toContain(`bukti-consent_history-${id}.json`)
  return response.text()
}
const reason = async (id: number): Promise<string> => (await (await asked(id)).json<{ reason: string }>()).reason
const says = async (proof: string, by: string | undefined = key, note?: string) =>
  (await inclusionText(proof, note, by)).line
const GENUINE = /^Proof: this entry stands in the record since/

/** Three days, seven entries in the middle one, and the checkpoint of each. */
const filled = async (): Promise<number[]> => {
  await add('before')
  await close('2026-01-01')
  await sign()
  const ids: number[] = []
  for (let i = 0; i < 7; i++) ids.push(await add(`said ${i}`))
  await close('2026-01-02')
  await sign()
  await add('after')
  await close('2026-01-03')
  await sign()
  return ids
}

describe('rule inclusion: the proof of one entry', () => {
  test('of every place among the others leads to what the checkpoint of its day signs', async () => {
    for (const id of await filled()) {
      const line = await says(await proved(id))
      expect(line).toMatch(GENUINE)
      expect(line).toContain('2026-01-02')
      expect(line).toContain(`said ${id - 2}`.slice(0, 5))
    }
  })
  test('holds against a checkpoint that was kept elsewhere, of the same days', async () => {
    const [id = 0] = await filled()
    const proof = await proved(id)
    const { checkpoint } = JSON.parse(proof) as Inclusion
    expect(await says(proof, key, `Mail\n\n${checkpoint}`)).toMatch(GENUINE)
    // one of later days has another root
    const later = (await newestCheckpoint(db))?.note ?? ''
    expect(await says(proof, key, later)).toContain('does not lead')
  })
  test.each([
    [
      'another word in its entry',
      (p: Inclusion) => ({ ...p, entry: p.entry.replace('said', 'SAID') }),
      'does not lead',
    ],
    ['the entry of another id', (p: Inclusion) => ({ ...p, id: p.id + 1 }), 'not the one that it names'],
    ['another place among the entries', (p: Inclusion) => ({ ...p, index: p.index + 1 }), 'does not lead'],
    ['another table', (p: Inclusion) => ({ ...p, table: 'ledger' as const }), 'does not lead'],
    ['another day', (p: Inclusion) => ({ ...p, day: p.day.replace('2026-01-02', '2026-01-09') }), 'does not lead'],
    ['a path that is too short', (p: Inclusion) => ({ ...p, path: p.path.slice(1) }), 'does not lead'],
    ['no proof at all', () => ({ hello: 1 }), 'holds none'],
  ])('with %s proves nothing', async (_, change, said) => {
    const [, id = 0] = await filled()
    const proof = JSON.parse(await proved(id)) as Inclusion
    expect(await says(JSON.stringify(change(proof)))).toContain(said)
  })
  test('by another key, or without one, proves nothing', async () => {
    const [id = 0] = await filled()
    const proof = await proved(id)
    const other = await signerOf({ ...bound, RECORD_KEYS: `1:${'0f'.repeat(32)}` })
    expect(await says(proof, (await verifierTexts(other))[0])).toContain('none of these keys')
    expect((await inclusionText(proof, undefined, undefined)).ok).toBe(false)
  })
  test('is not there before a checkpoint has the entry, of an import’s own row, or of none', async () => {
    const id = await add('open')
    expect(await reason(id)).toBe('inclusion_none')
    const row = await add('of a file', 4)
    await close('2026-01-01')
    expect(await reason(id)).toBe('inclusion_none')
    await sign()
    expect(await says(await proved(id))).toMatch(GENUINE)
    expect(await reason(row)).toBe('not_found')
    expect(await reason(999_999)).toBe('not_found')
  })
  test('of a day with more entries than a screen should read is for the command', async () => {
    const [id = 0] = await filled()
    const of = { table: 'consent_history', id } as const
    expect(await proveInclusion(readOf(db), of, 6)).toBe('large')
    expect(typeof (await proveInclusion(readOf(db), of, 7))).toBe('object')
  })
  test('an entry that was changed since has none', async () => {
    const [id = 0] = await filled()
    await behindTriggers(['consent_history'], () => run(`update consent_history set source = 'x' where id = ?`, id))
    expect(await proveInclusion(readOf(db), { table: 'consent_history', id })).toBe('changed')
    expect(await reason(id)).toBe('inclusion_none')
  })
  test('is for the office', async () => {
    const member = await makePerson('member')
    expect((await call('GET', '/admin/audit/inclusion?table=ledger&id=1', { token: member.token })).status).toBe(403)
  })
})

describe('rule checkpoints: the button compares one that was kept', () => {
  const compared = async (note: string) =>
    (
      await ask<{ is: string; size: number | null; day: string | null }>('POST', '/admin/audit/checkpoint', {
        token: admin.token,
        body: { note },
      })
    ).json
  test('with the record as it is', async () => {
    await filled()
    const note = (await newestCheckpoint(db))?.note ?? ''
    expect(await compared(`Titik periksa\n\n${note}\nSalam`)).toEqual({ is: 'same', size: 3, day: '2026-01-03' })
    expect(await compared('halo')).toEqual({ is: 'form', size: null, day: null })
    await behindTriggers(['record_days'], () => run(`delete from record_days where day = '2026-01-03'`))
    expect((await compared(note)).is).toBe('fewer')
  })
})
