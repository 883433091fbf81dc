import { expect, test } from 'vitest'
import type { SettlementBatch, SettledResult } from '../../../contract/money/settlement.ts'
import { cutToSize } from './cut-to-size.ts'

const result: SettledResult = {
  attemptId: crypto.randomUUID(),
  numberId: 10_000_000,
  templateId: crypto.randomUUID(),
  priceSen: 10_000,
  from: 'unknown',
  to: 'success',
  notRegistered: false,
  at: 1_764_000_000_000,
  fromAt: 1_764_000_000_000,
  attemptedAt: 1_764_000_000_000,
  lidHash: 'a'.repeat(64),
}
const batch = (sequence: number, results: number): SettlementBatch => ({
  accountId: crypto.randomUUID(),
  sequence,
  userId: crypto.randomUUID(),
  results: Array.from({ length: results }, () => result),
  reversals: [],
})
const bytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

test.each([
  ['nothing', []],
  ['one of the largest', [200]],
  ['fifty of the largest', Array.from({ length: 50 }, () => 200)],
  ['large and small ones', [200, 1, 200, 1, 1, 200]],
  ['very many small ones', Array.from({ length: 250 }, () => 1)],
])('%s: each call is small enough, nothing is lost or moved', (_, sizes) => {
  const batches = sizes.map((size, i) => batch(i + 1, size))
  const parts = cutToSize(batches)
  expect(parts.flat()).toEqual(batches)
  for (const part of parts) {
    expect(part.length).toBeGreaterThan(0)
    expect(part.length).toBeLessThanOrEqual(100)
    expect(bytes(part)).toBeLessThan(256_000)
    for (const one of part) expect(bytes(one)).toBeLessThan(128_000)
  }
})
test('small ones travel together', () => {
  expect(cutToSize(Array.from({ length: 100 }, (_, i) => batch(i + 1, 1)))).toHaveLength(1)
})
