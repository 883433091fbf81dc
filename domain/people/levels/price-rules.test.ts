import { describe, expect, test } from 'vitest'
import { feeOf, priceOfAttempt } from './price-rules.ts'

describe('rule price: the person’s own fee, else their level’s, else the settings’', () => {
  test.each([
    ['all three: the own one, however low', { own: 50, level: 150, setting: 100 }, 50],
    ['none of their own: the level’s', { own: null, level: 150, setting: 100 }, 150],
    ['no level either: the settings’', { own: null, level: null, setting: 100 }, 100],
    ['an own fee of 0 is a fee', { own: 0, level: 150, setting: 100 }, 0],
    ['a level’s fee of 0 is a fee', { own: null, level: 0, setting: 100 }, 0],
    ['an own fee without a level', { own: 50, level: null, setting: 100 }, 50],
  ])('%s', (_, fee, rupiah) => expect(feeOf(fee)).toBe(rupiah))
  test('a message of a one-off blast earns nothing', () => {
    expect(priceOfAttempt(10_000, false)).toBe(10_000)
    expect(priceOfAttempt(10_000, true)).toBe(0)
  })
})
