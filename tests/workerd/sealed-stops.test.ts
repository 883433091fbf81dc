// Each stop of the sealed record is still on the list, or was lifted on record, whatever key or LID it is known by (rule sealed-consent).
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ringOf } from '../../contract/ground/key-rings.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { headOf, type Parts } from '../../domain/record/record/chain.ts'
import { closeRecordDay } from '../../domain/record/record/store.ts'
import { hearKeyword } from '../../domain/recipients/programmes/hear-store.ts'
import { insertProgramme, programmeByWord } from '../../domain/recipients/programmes/store.ts'
import { erasePerson } from '../../domain/recipients/suppressions/erase-person.ts'
import { hashesOfLid, hashesOfNumber, lidHashes } from '../../domain/recipients/suppressions/hash.ts'
import { liftStatements, recordOptIn } from '../../domain/recipients/suppressions/lift-store.ts'
import { stoppedById } from '../../domain/recipients/suppressions/lift.ts'
import { suppress } from '../../domain/recipients/suppressions/suppress.ts'
import { ask } from './support/api.ts'
import { behindTriggers } from './support/behind-triggers.ts'
import { all, db, one, run } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'

type Problem = { day: string; kind: string; table: string | null; id: number | null }
const OLD = ringOf('SUPPRESSION_KEYS', `old:${'1f'.repeat(32)}`)
const NEW = ringOf('SUPPRESSION_KEYS', `new:${'2e'.repeat(32)},old:${'1f'.repeat(32)}`)
let admin: Person
beforeAll(async () => {
  admin = await makePerson('admin')
  await runBatch(db, [
    insertProgramme(db, {
      id: 'promo',
      title: 'Promo',
      keyword: 'DAFTAR PROMO 7K2',
      word: 'DAFTARPROMO7K2',
      what: 'Potongan harga',
      frequency: 'Sebulan sekali',
      by_whom: 'Toko',
      privacy: 'Disimpan.',
      privacy_version: '1',
      topic: 'promo',
      ends_at: null,
      created_by: admin.id,
      created_at: 1,
    }),
  ])
})
let serial = 0
let number = ''
const ports = (hashKeys = OLD) => ({ db, hashKeys, dropNumber: () => Promise.resolve(), now: Date.now() })
const close = (day: string) => closeRecordDay(db, day, () => true)
const prove = async () =>
  (await ask<{ problems: Problem[] }>('GET', '/admin/audit/proof', { token: admin.token })).json.problems
/** What is written from here on is of a day all of whose stops are asked for by their hash. */
beforeEach(async () => {
  number = String(6281399900000 + ++serial)
  await behindTriggers(['record_days', 'consent_history'], async () => {
    for (const table of ['record_days', 'consent_history', 'suppressions', 'phone_numbers', 'programme_opt_ins'])
      await run(`delete from ${table}`)
  })
  await close('2026-01-01')
})
let moment = Date.now() - 100_000
const later = (): number => (moment += 1_000)
const stop = (who: { lid?: string } = {}, ring = OLD) =>
  suppress(
    ports(ring),
    { number: who.lid ? null : number, lid: who.lid ?? null, via: 'reply', by: null, reason: null },
    later(),
    [],
    moment,
  )
const asksAgain = (ring = OLD) =>
  recordOptIn(db, { hashes: hashesOfNumber(ring, number), number, messageId: `m${later()}`, by: 'a', at: moment })
const lift = async (ring = OLD) => {
  const { id } = await one<{ id: number }>('select id from suppressions order by number is null, id')
  const stopped = await stoppedById(db, String(id), ring)
  await runBatch(db, liftStatements(db, stopped, { by: 'a', reason: 'Formulir baru', alone: false, now: later() }))
}
const writesKeyword = async (lids: string[], ring = OLD) => {
  const programme = await programmeByWord(db, 'DAFTARPROMO7K2')
  if (!programme) throw new Error('no programme')
  const hashes = hashesOfNumber(ring, number)
  const lidHashes_ = lids.flatMap((lid) => hashesOfLid(ring, lid))
  const said = { messageId: `k${later()}`, number, hashes, lidHashes: lidHashes_, accountId: 'a', at: moment }
  expect(await hearKeyword(db, programme, said, moment)).toMatchObject({ outcome: 'granted' })
}
const stopsLeft = async () => (await all('select 1 from suppressions')).length
const entries = async (...events: string[]) =>
  (await all<{ id: number; event: string }>('select id, event from consent_history order by id'))
    .filter(({ event }) => events.includes(event))
    .map(({ id }) => id)
const goneAre = (day: string, ids: readonly (number | undefined)[]) =>
  ids.map((id) => ({ day, kind: 'stop', table: 'consent_history', id }))

describe('rule sealed-consent: a stop that vanishes is named', () => {
  test('also where its number was taken away first, as an erasure does', async () => {
    await stop()
    await close('2026-01-02')
    expect(await prove()).toEqual([])
    await run('update consent_history set number = null')
    await run('delete from suppressions')
    expect(await prove()).toEqual(goneAre('2026-01-02', await entries('opt_out')))
  })
  test('of an erased person, who had stopped before or not', async () => {
    await stop()
    await erasePerson(ports(), { number, by: 'admin' })
    number = String(6281399900000 + ++serial)
    await erasePerson(ports(), { number, by: 'admin' })
    await close('2026-01-02')
    expect(await prove()).toEqual([])
    await run('delete from suppressions')
    expect(await prove()).toEqual(goneAre('2026-01-02', await entries('opt_out', 'erased')))
  })
  test('that was known by a LID alone', async () => {
    await stop({ lid: '7001' })
    await close('2026-01-02')
    expect(await prove()).toEqual([])
    await run('delete from suppressions')
    expect(await prove()).toEqual(goneAre('2026-01-02', await entries('opt_out')))
  })
  test('which came after another one of the same person was lifted', async () => {
    await stop()
    await lift()
    await stop()
    await close('2026-01-02')
    expect(await prove()).toEqual([])
    await run('delete from suppressions')
    const [, second] = await entries('opt_out')
    expect(await prove()).toEqual(goneAre('2026-01-02', [second]))
  })
})

describe('rule sealed-consent: no stop is named', () => {
  test('that was lifted with another one of its person: of a LID, of a key of before', async () => {
    const learn = () =>
      run(
        `insert or replace into phone_numbers (number, name, status, created_at, lid_hash) values (?, 'x', 'active', 1, ?)`,
        number,
        lidHashes(OLD, '7002').lidHash,
      )
    await stop({ lid: '7002' })
    await learn()
    await stop()
    expect(await stopsLeft()).toBe(2)
    await lift()
    expect(await stopsLeft()).toBe(0)
    await close('2026-01-02')
    expect(await prove()).toEqual([])
    await stop({ lid: '7002' })
    await stop({ lid: '7003' })
    await writesKeyword(['7002', '7003'])
    expect(await stopsLeft()).toBe(0)
    await close('2026-01-03')
    expect(await prove()).toEqual([])
    // a row of before the rotation, and one that a Worker without the old key wrote beside it
    await stop()
    await run(
      `insert into suppressions (hash, via, created_at) values (?, 'reply', ?)`,
      hashesOfNumber(NEW, number)[0],
      later(),
    )
    await run(
      `insert into consent_history (hash, event, at) select hash, 'opt_out', ? from suppressions order by id desc limit 1`,
      later(),
    )
    await writesKeyword([], NEW)
    expect(await stopsLeft()).toBe(0)
    await close('2026-01-04')
    expect(await prove()).toEqual([])
  })
  test('of an erased person whose key was rotated between two stops', async () => {
    await stop()
    await asksAgain()
    await stop({}, NEW)
    await erasePerson(ports(NEW), { number, by: 'admin' })
    expect(await entries('opt_out', 'erased')).toHaveLength(3)
    await asksAgain(NEW)
    await stop({}, NEW)
    expect(await entries('opt_out', 'erased')).toHaveLength(4)
    await close('2026-01-02')
    expect(await prove()).toEqual([])
  })
})

describe('rule sealed-consent: days that a version before closed', () => {
  /** Its acts: under the key of the moment, and one lift for all. */
  const add = (hash: string, told: string | null, event: string) =>
    run(`insert into consent_history (hash, number, event, at) values (?, ?, ?, ?)`, hash, told, event, later())
  const asBefore = async (day: string) => {
    await behindTriggers(['record_days'], async () => {
      await close(day)
      const { parts, previous } = await one<{ parts: string; previous: string }>(
        'select parts, previous from record_days where day = ?',
        day,
      )
      const before = JSON.parse(parts) as Parts
      if (before.consent_history && 'byHash' in before.consent_history) delete before.consent_history.byHash
      await run(
        'update record_days set parts = ?, head = ? where day = ?',
        JSON.stringify(before),
        headOf(previous, day, before),
        day,
      )
    })
  }
  test('name no stop for what was erased and lifted then, nor those of the day of the deploy', async () => {
    await behindTriggers(['record_days'], () => run('delete from record_days'))
    const acts = async (name: string) => {
      // stopped again under another key than the row of the list has, then erased
      await run(`insert into suppressions (hash, via, reason, created_at) values (?, 'reply', 'erased', 1)`, `${name}1`)
      await add(`${name}2`, null, 'opt_out')
      await add(`${name}3`, null, 'erased')
      // a LID's, which a lift of the number took along
      await add(`${name}-lid`, null, 'opt_out')
      // lifted under another hash of the same number
      await add(`${name}4`, number, 'opt_out')
      await add(`${name}5`, number, 'lifted')
    }
    await acts('a')
    await asBefore('2026-01-01')
    await acts('b')
    await close('2026-01-02')
    expect(await prove()).toEqual([])
    await add('gone', null, 'opt_out')
    await close('2026-01-03')
    expect(await prove()).toEqual(goneAre('2026-01-03', (await entries('opt_out')).slice(-1)))
  })
  test('still name a stop with its number; and which days these are is sealed', async () => {
    await behindTriggers(['record_days'], () => run('delete from record_days'))
    await stop()
    await asBefore('2026-01-01')
    await close('2026-01-02')
    await stop({ lid: '7004' })
    await close('2026-01-03')
    await run('delete from suppressions where number is not null')
    const [first, second] = await entries('opt_out')
    expect(await prove()).toEqual(goneAre('2026-01-01', [first]))
    await run('delete from suppressions')
    expect(await prove()).toEqual([...goneAre('2026-01-01', [first]), ...goneAre('2026-01-03', [second])])
    await behindTriggers(['record_days'], () =>
      run(`update record_days set parts = json_remove(parts, '$.consent_history.byHash') where day = '2026-01-02'`),
    )
    expect(await prove()).toContainEqual({ day: '2026-01-02', kind: 'head', table: null, id: null })
  })
})

test('rule record-chain: entries between two closed days are a gap', async () => {
  await stop()
  const { id } = await one<{ id: number }>('select max(id) as id from consent_history')
  const { parts, previous } = await one<{ parts: string; previous: string }>('select parts, previous from record_days')
  await close('2026-01-02')
  // a day whose row leaves that entry out, with a head that fits it
  await behindTriggers(['record_days'], async () => {
    const day = JSON.parse(parts) as Parts
    const skipped: Parts = { ...day, consent_history: { after: id, last: id, rows: 0, root: EMPTY_ROOT, byHash: 1 } }
    const head = (await one<{ head: string }>(`select head from record_days where day = '2026-01-01'`)).head
    expect(previous).toBe('')
    for (const table of Object.keys(skipped) as (keyof Parts)[]) {
      const part = day[table]
      if (part && table !== 'consent_history')
        skipped[table] = { after: part.last, last: part.last, rows: 0, root: EMPTY_ROOT }
    }
    await run(
      `update record_days set parts = ?, head = ? where day = '2026-01-02'`,
      JSON.stringify(skipped),
      headOf(head, '2026-01-02', skipped),
    )
  })
  expect(await prove()).toContainEqual({ day: '2026-01-02', kind: 'link', table: 'consent_history', id: null })
})
/** SHA-256 of nothing. */
const EMPTY_ROOT = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
