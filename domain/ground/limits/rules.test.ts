import { expect, test } from 'vitest'
import { LIMITS, limitOf, LONGEST_MINUTES, minuteOf, networkOf, secondsToWait } from './rules.ts'

test.each([
  ['', ''],
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
])('the network of %j is %j', (address, network) => expect(networkOf(address)).toBe(network))

test('the wait ends when the oldest minute leaves the window', () => {
  const now = 100 * 60_000 + 15_000
  expect(secondsToWait(minuteOf(now), 15, now)).toBe(15 * 60 - 15)
  expect(secondsToWait(86, 15, now)).toBe(45)
  expect(secondsToWait(1, 15, now)).toBe(1)
})
test('a sandbox may ask a hundred times as often, in the same time', () => {
  expect(limitOf('import', false)).toEqual(LIMITS.import)
  expect(limitOf('import', true)).toEqual({ most: 3_000, minutes: 10 })
  expect(LONGEST_MINUTES).toBe(24 * 60)
})
