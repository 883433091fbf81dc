// The short drill: 80 people, 4 accounts, a loss in the middle of the blast. The long form is `npm run drill`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Drill, runDrill } from '../crash/drill.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'wa-drill-'))
let drill: Drill
const said: string[] = []
beforeAll(async () => {
  drill = await runDrill({ dataDir, accounts: 4, recipients: 80, say: (line) => said.push(line) })
}, 600_000)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('rule restored-place: after the loss of the database and of half of the objects', () => {
  test('everything of the backup is read, and the lost objects live again', () => {
    expect(drill.tables).toBeGreaterThan(5)
    expect(drill.rows).toBeGreaterThan(40)
    expect([drill.objects, drill.restored]).toEqual([4, 2])
  })
  test('ledger, consents, stops and people are what they were, and who was erased is nowhere', () =>
    expect([drill.differences, drill.found]).toEqual([0, []]))
  test('nobody gets a message twice', () => expect(drill.duplicates).toBe(0))
  test('nobody who said stop gets one', () => expect(drill.sentAfterOptOut).toBe(0))
  test('the blast goes on, to those who had nothing yet', () => expect(drill.wentOn).toBeGreaterThan(0))
  test('no account has to be scanned again', () => expect(drill.rescans).toBe(0))
})
