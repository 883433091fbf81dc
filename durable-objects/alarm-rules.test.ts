// When an object's alarm is to ring.
import { expect, test } from 'vitest'
import { alarmAt } from './alarm-rules.ts'

test('an alarm rings when it is due, and never in the millisecond that is', () => {
  expect(alarmAt(5_000.5, 1_000, null)).toBe(5_001)
  expect(alarmAt(900, 1_000, null)).toBe(1_001)
  expect(alarmAt(1_000, 1_000, 1_000)).toBe(1_001)
  expect(alarmAt(5_000, 1_000, 990)).toBe(5_000)
})
test('an alarm that rings early is not set again for when it rings, but for when it is due by the clock that is behind', () => {
  expect(alarmAt(5_000, 3_000, 5_000)).toBe(7_000)
  expect(alarmAt(3_500, 3_000, 5_000)).toBe(5_500)
  expect(alarmAt(2_000, 3_000, 5_000)).toBe(5_001)
})
