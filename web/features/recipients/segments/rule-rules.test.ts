import { describe, expect, test } from 'vitest'
import { RANGES } from '../../../../contract/ground/ranges.ts'
import { shownNumber, typedNumber } from './rule-rules.ts'

describe('a number of a condition', () => {
  test.each([
    ['1.000', 1_000],
    ['1 000', 1_000],
    ['250', 250],
    ['1,000', Number.NaN],
    ['1.5', Number.NaN],
    ['-3', Number.NaN],
    ['1e3', Number.NaN],
    ['20.000', Number.NaN],
    ['', Number.NaN],
  ])('that is typed %j is %s', (typed, value) => expect(typedNumber(typed, RANGES.segmentTimes)).toBe(value))
  test.each([
    ['1.000', 1_000, '1.000'],
    ['1000', 1_000, '1000'],
    ['1.5', Number.NaN, '1.5'],
    // another condition stands in its place by now
    ['1.000', 30, '30'],
    ['7', Number.NaN, ''],
    ['', 1_000, '1.000'],
  ])('typed %j where the rule has %s is shown as %j', (typed, value, shown) =>
    expect(shownNumber(typed, value, RANGES.segmentTimes)).toBe(shown),
  )
})
