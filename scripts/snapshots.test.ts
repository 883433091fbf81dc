import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { dropOlderSnapshots, snapshotTrouble } from './snapshots.ts'

const meta = mkdtempSync(join(tmpdir(), 'wa-blaster-snapshots-'))
afterEach(() => rmSync(meta, { recursive: true, force: true }))

test('of the snapshots that drizzle-kit leaves, only that of the journal’s last migration stays', () => {
  const put = (number: string): void => writeFileSync(join(meta, `${number}_snapshot.json`), '{}')
  writeFileSync(join(meta, '_journal.json'), '{ "entries": [{ "tag": "0046_old" }, { "tag": "0047_new" }] }')
  expect(snapshotTrouble(meta)).toMatch('no snapshot, but must hold 0047_snapshot.json alone')
  put('0046')
  expect(snapshotTrouble(meta)).toMatch('0046_snapshot.json')
  put('0047')
  expect(snapshotTrouble(meta)).toMatch('0046_snapshot.json, 0047_snapshot.json')
  dropOlderSnapshots(meta)
  expect(readdirSync(meta)).toEqual(['0047_snapshot.json', '_journal.json'])
  expect(snapshotTrouble(meta)).toBeNull()
  // another branch's, of a migration that the journal has not
  put('0048')
  dropOlderSnapshots(meta)
  expect(snapshotTrouble(meta)).toMatch('0048_snapshot.json')
})
