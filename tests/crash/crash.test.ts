// Eight kills in the middle of a blast of 200 numbers over 5 accounts, and what must be true afterwards.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chaos, runChaos } from './chaos.ts'

const RECIPIENTS = 200
const dataDir = mkdtempSync(join(tmpdir(), 'wa-one-off-crash-'))
let chaos: Chaos
beforeAll(async () => {
  const said: string[] = []
  const size = { seed: 20_261_121, kills: 8, accounts: 5, recipients: RECIPIENTS }
  chaos = await runChaos({ dataDir, ...size, say: (line) => said.push(line) })
}, 600_000)
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('a blast whose runner, Worker and sockets are killed at random moments', () => {
  test('was killed as often as asked', () => expect(chaos.figures.kills).toBe(8))
  test('goes on and ends by itself', () => expect(chaos.endedByItself).toBe(true))
  test('sends no phone a message twice', () => expect(chaos.figures.duplicates).toBe(0))
  test('accounts for every number once', () => {
    const { success, fail, unknown } = chaos.figures
    expect(success + fail + unknown).toBe(RECIPIENTS)
  })
  test('pays every message the sandbox acked, once', () => expect(chaos.figures.ackedNotPaid).toBe(0))
  test('pays nothing that was not acked', () => expect(chaos.figures.paidNotAcked).toBe(0))
  test('keeps every balance equal to the sum of its entries, and income to the messages', () =>
    expect(chaos.figures.ledgerDifference).toBe(0))
  test('gives every leased number back', () => expect(chaos.figures.leasesHeld).toBe(0))
  test('needs no account scanned again', () => expect(chaos.figures.rescans).toBe(0))
  test('leaves the next message to each number readable', () => expect(chaos.figures.unreadable).toBe(0))
})
