import { describe, expect, test } from 'vitest'
import { backOffMs, flooredBackOffMs } from './back-off.ts'

const BACK_OFF = { baseMs: 2_000, capMs: 300_000 }
describe('a back-off doubles, has full jitter and a cap', () => {
  test.each([
    ['from nothing', 3, 0, 0],
    ['the first', 0, 0.5, 1_000],
    ['the fourth', 3, 0.5, 8_000],
    ['capped', 8, 1, 300_000],
    ['after a thousand tries', 1_000, 0.5, 150_000],
  ])('%s', (_, tries, random, ms) => expect(backOffMs(tries, BACK_OFF, random)).toBe(ms))
})

test('without a base the wait stays 0, however often it is tried', () =>
  expect(backOffMs(2_000, { baseMs: 0, capMs: 300_000 }, 0.5)).toBe(0))

test('above a floor it is never less than its base', () => {
  expect(flooredBackOffMs(3, BACK_OFF, 0)).toBe(2_000)
  expect(flooredBackOffMs(3, BACK_OFF, 0.5)).toBe(10_000)
})
