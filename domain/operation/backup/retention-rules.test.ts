import { expect, test } from 'vitest'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { isDue, outlived } from './retention-rules.ts'

const at = (iso: string): number => Date.parse(iso)
const NIGHT = at('2026-11-22T19:00:00Z')
const nights = (count: number): number[] => Array.from({ length: count }, (_, i) => NIGHT - i * DAY_MS)
const keptOf = (times: readonly number[]): string[] => {
  const gone = new Set(outlived(times, NIGHT))
  return times.filter((t) => !gone.has(t)).map((t) => new Date(t + 7 * 3_600_000).toISOString().slice(0, 10))
}

test('rule backup-retention: of two years of nights the last 38 days and 12 months stay', () => {
  const kept = keptOf(nights(730))
  expect(kept.slice(0, 39)).toEqual(nights(39).map((t) => new Date(t + 7 * 3_600_000).toISOString().slice(0, 10)))
  // then the last day of each month: those of November and October are among the days
  expect(kept.slice(39)).toEqual([
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
    const gone = new Set(outlived(there, night))
    there = there.filter((t) => !gone.has(t))
  }
  expect(keptOf(there.toReversed())).toEqual(keptOf(nights(400)))
})
test('rule backup-retention: nothing goes while it is locked, and a lonely one never', () => {
  const later = NIGHT + 38 * DAY_MS
  expect(outlived([NIGHT, NIGHT + 1], later)).toEqual([])
  expect(outlived([NIGHT, NIGHT + 1], later + 1)).toEqual([NIGHT])
  expect(outlived([NIGHT], NIGHT + 4_000 * DAY_MS)).toEqual([])
})
test('rule backup: one a night, from 02.00 in Jakarta on, however late', () => {
  expect(isDue(null, NIGHT - 1, null)).toBe(true)
  expect(isDue(NIGHT - DAY_MS, NIGHT - 1, null)).toBe(false)
  expect(isDue(NIGHT - DAY_MS, NIGHT, null)).toBe(true)
  expect(isDue(NIGHT + 5, NIGHT + 6, null)).toBe(false)
  expect(isDue(NIGHT - DAY_MS, NIGHT + 20 * 3_600_000, null)).toBe(true)
  expect([isDue(0, 4_999, 5_000), isDue(0, 5_000, 5_000)]).toEqual([false, true])
})
