// The order of what waits.
import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../contract/ground/time.ts'
import { pointsOf } from './rules.ts'

const NOW = 1_000 * HOUR_MS
const points = (hours: number, worth: number | null, weight = 1) =>
  pointsOf({ since: NOW - hours * HOUR_MS, worth }, weight, NOW)

test('rule inbox-order: of two that wait as long the one of more worth comes first, and of two of one worth the older one', () => {
  expect(points(5, 100_000)).toBeGreaterThan(points(5, 50_000))
  expect(points(6, 50_000)).toBeGreaterThan(points(5, 50_000))
  expect(points(0, 10_000_000)).toBeGreaterThan(points(0, 10_000))
})

test('rule inbox-order: the kind counts, too, and age only for three days', () => {
  expect(points(5, null, 6)).toBeGreaterThan(points(5, null, 1))
  expect(points(24 * 30, null)).toBe(points(72, null))
  expect(points(24 * 30, null, 0.3)).toBeLessThan(points(5, 10_000_000))
})

test('rule inbox-order: what is worth little, nothing, or came from a clock ahead of ours counts as the least', () => {
  expect(points(5, 1)).toBe(points(5, null))
  expect(points(-5, null)).toBe(1)
})
