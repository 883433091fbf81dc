// Days that are compared with today.
import { expect, test } from 'vitest'
import { monthsOf, sameDayBefore } from './rules.ts'

test.each([
  ['2026-11-28', '2026-10-28'],
  ['2026-01-05', '2025-12-05'],
  ['2026-03-31', '2026-02-28'],
  ['2028-03-30', '2028-02-29'],
  ['2026-12-31', '2026-11-30'],
])('%s is compared with %s', (day, before) => {
  expect(sameDayBefore(day)).toBe(before)
})

test('a month is compared with the last one until the same day, not with all of it', () => {
  const paid = [
    { day: '2026-09-30', total: 1 },
    { day: '2026-10-01', total: 10 },
    { day: '2026-10-28', total: 100 },
    { day: '2026-10-29', total: 1_000 },
    { day: '2026-11-01', total: 10_000 },
    { day: '2026-11-28', total: 100_000 },
  ]
  expect(monthsOf(paid, '2026-11-28')).toEqual({ now: 110_000, before: 110 })
})
