// A place's own backup, opened with the private key on another machine: what is wrong with it is found, and only a good one is good.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Line, Manifest } from '../../domain/operation/backup/format.ts'
import { seedDemoData } from '../../scripts/demo-data/seed.ts'
import { openNewest } from '../../scripts/restore/open-backup.ts'
import type { Source } from '../../scripts/restore/restore.ts'
import { migrate, withDatabase } from '../../scripts/stack/database.ts'
import { backupOf, entry, GOOD, type Made, pairOf } from './made-backup.ts'

const { spki, pkcs8 } = pairOf()
let clock = 1_800_000_000_000
const open = (source: Source, key: string | undefined = pkcs8) => openNewest(source, key, () => (clock += 1_000))
const foundIn = async (made: Made, change?: (whole: Manifest) => Manifest) =>
  (await open((await backupOf(spki, made, change)).source)).found
const without = (place: number, line: number): Made =>
  GOOD.map(([kind, lines], i) => [kind, lines.filter((_, j) => i !== place || j !== line)])

test('rule restore-drill: a good one is counted, and it is said how long that took', async () => {
  const { source } = await backupOf(spki, GOOD)
  expect(await open(source)).toMatchObject({ parts: 4, tables: 4, rows: 8, objects: 2, found: [], tookMs: 1_000 })
})
test('rule restore-drill: rows that are not there, that no table takes or that come twice are found', async () => {
  const short = (whole: Manifest): Manifest => ({ ...whole, tables: { ...whole.tables, ledger: 3 } })
  expect(await foundIn(GOOD, short)).toEqual(['ledger: 2 rows in the parts, 3 in the manifest'])
  const [cut, ledger, ...rest] = GOOD
  if (!cut || !ledger) throw new Error('no parts')
  expect(await foundIn([cut, ['table', [...ledger[1], entry(2, 200)]], ...rest])).toContain('ledger has rows twice')
  const strange: Line = {
    table: 'settlements',
    row: { account_id: 'a9', sequence: 9, at: 1, referral_percent: 0, colour: 'red' },
  }
  expect(await foundIn([...GOOD, ['table', [strange]]])).toContain('settlements has no colour')
  expect((await foundIn([...GOOD, ['table', [{ table: 'ledger', row: { id: 9 } }]]])).join()).toContain(
    'ledger takes not all rows: NOT NULL',
  )
  expect(await foundIn([...GOOD, ['table', [{ table: 'gone', row: { id: 9 } }]]])).toContain(
    'gone is no table of its migration',
  )
})
test('rule restore-drill: a balance that entries do not make up, and an account without its document, are found', async () => {
  expect(await foundIn(without(1, 1))).toEqual(['1 balances are not what entries and days say'])
  expect(await foundIn(without(3, 2))).toEqual(['1 accounts have a document, 2 in the manifest'])
})
test('rule restore-drill: a part that is missing, changed or for another key, and another release’s tables, end it', async () => {
  const { source, objects, parts } = await backupOf(spki, GOOD)
  await expect(open(source, pairOf().pkcs8)).rejects.toThrow('does not open with this key')
  await expect(openNewest(source, undefined, () => clock)).rejects.toThrow('BACKUP_PRIVATE_KEY is not at hand')
  const key = parts[1]?.key ?? ''
  const right = objects.get(key) ?? new Uint8Array()
  objects.set(key, right.with(90, (right[90] ?? 0) ^ 1))
  await expect(open(source)).rejects.toThrow(`${key} is not what was written`)
  objects.delete(key)
  await expect(open(source)).rejects.toThrow(`${key} is missing`)
  const later = await backupOf(spki, GOOD, (whole) => ({ ...whole, migration: '9999_later.sql' }))
  await expect(open(later.source)).rejects.toThrow('check out the release that runs')
  await expect(open({ ...source, backups: () => Promise.resolve([]) })).rejects.toThrow('there is none')
})

test('rule restore-gate: an empty database that is being restored gets no demo data', async () => {
  const home = mkdtempSync(join(tmpdir(), 'wa-blaster-seed-'))
  try {
    await migrate(home)
    const sql = (text: string) => withDatabase(home, (db) => db.exec(text))
    sql(`insert into restorations (id, since, started_at) values (1, 0, 0)`)
    expect(await seedDemoData(home, 'people')).toBe(false)
    sql('delete from restorations')
    expect(await seedDemoData(home, 'people')).toBe(true)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
