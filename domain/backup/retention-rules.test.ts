import { expect, test } from 'vitest'
import { DAY_MS } from '../../contract/time.ts'
import { isDue, outlived } from './retention-rules.ts'

const at = (iso: string): number => Date.parse(iso)
const NIGHT = at('2026-11-22T19:00:00Z')
const nights = (count: number): number[] => Array.from({ length: count }, (_, i) => NIGHT - i * DAY_MS)
const keptOf = (times: readonly number[]): string[] => {
  const gone = new Set(outlived(times))
  return times.filter((t) => !gone.has(t)).map((t) => new Date(t + 7 * 3_600_000).toISOString().slice(0, 10))
}

test('rule backup-retention: of two years of nights 7 days, 4 weeks and 12 months stay', () => {
  const kept = keptOf(nights(730))
  expect(kept.slice(0, 7)).toEqual([
    '2026-11-23',
    '2026-11-22',
    '2026-11-21',
    '2026-11-20',
    '2026-11-19',
    '2026-11-18',
    '2026-11-17',
  ])
  // the Sundays of the weeks before (the 22nd is among the days), then the last day of each month
  expect(kept.slice(7)).toEqual([
    '2026-11-15',
    '2026-11-08',
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2026-06-30',
    '2026-05-31',
    '2026-04-30',
    '2026-03-31',
    '2026-02-28',
    '2026-01-31',
    '2025-12-31',
  ])
})
test('rule backup-retention: night after night the same stay as if all had been looked at once', () => {
  let there: number[] = []
  for (const night of nights(400).toReversed()) {
    there.push(night)
    const gone = new Set(outlived(there))
    there = there.filter((t) => !gone.has(t))
  }
  expect(keptOf(there.toReversed())).toEqual(keptOf(nights(400)))
})
test('rule backup-retention: the newest of a day stays, and a lonely one for ever', () => {
  expect(outlived([NIGHT, NIGHT + 1])).toEqual([NIGHT])
  expect(outlived([NIGHT])).toEqual([])
})
test('rule backup: one a night, from 02.00 in Jakarta on, however late', () => {
  expect(isDue(null, NIGHT - 1, null)).toBe(true)
  expect(isDue(NIGHT - DAY_MS, NIGHT - 1, null)).toBe(false)
  expect(isDue(NIGHT - DAY_MS, NIGHT, null)).toBe(true)
  expect(isDue(NIGHT + 5, NIGHT + 6, null)).toBe(false)
  expect(isDue(NIGHT - DAY_MS, NIGHT + 20 * 3_600_000, null)).toBe(true)
  expect([isDue(0, 4_999, 5_000), isDue(0, 5_000, 5_000)]).toEqual([false, true])
})
