import { expect, test } from 'vitest'
import { moveTotals, type Seen } from './live-totals.ts'

const start = { successCount: 100, failCount: 10 }
const none: Seen = new Map()

test('the first event of an account adds one, later ones what they grew by', () => {
  const one = moveTotals(start, none, 'count_success', { deviceId: 'a', count_success: 41, count_fail: 2 })
  expect(one.totals).toEqual({ successCount: 101, failCount: 10 })
  const two = moveTotals(one.totals, one.seen, 'count_fail', { deviceId: 'a', count_success: 44, count_fail: 3 })
  expect(two.totals).toEqual({ successCount: 104, failCount: 11 })
})

test('an event that comes twice adds nothing', () => {
  const payload = { deviceId: 'a', count_success: 7, count_fail: 0 }
  const one = moveTotals(start, none, 'count_success', payload)
  expect(moveTotals(one.totals, one.seen, 'count_success', payload).totals).toEqual(one.totals)
})

test('a reset account does not pull the totals down', () => {
  const one = moveTotals(start, none, 'count_success', { deviceId: 'a', count_success: 50, count_fail: 5 })
  const two = moveTotals(one.totals, one.seen, 'count_success', { deviceId: 'a', count_success: 0, count_fail: 0 })
  expect(two.totals).toEqual(one.totals)
  const three = moveTotals(two.totals, two.seen, 'count_success', { deviceId: 'a', count_success: 1, count_fail: 0 })
  expect(three.totals.successCount).toBe(102)
})
