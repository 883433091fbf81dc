import { describe, expect, test } from 'vitest'
import { nominalProblem, readNominal } from './nominal-rules.ts'

describe('what is typed as an amount', () => {
  test.each([
    ['25000', 25_000],
    [' 25.000 ', 25_000],
    ['Rp 1.250.000', 1_250_000],
    ['10,000', 10_000],
    ['10.5', null],
    ['10.000,50', null],
    ['-10000', null],
    ['1e5', null],
    ['', null],
  ])('%s is %s', (typed, nominal) => expect(readNominal(typed)).toBe(nominal))
})

describe('an amount', () => {
  test('below 10,000 is refused, 10,000 is not', () => {
    expect(nominalProblem(9_999, 50_000)).toBe('minimum')
    expect(nominalProblem(10_000, 50_000)).toBeNull()
  })
  test('over the balance is refused once the balance is known', () => {
    expect(nominalProblem(50_001, 50_000)).toBe('balance')
    expect(nominalProblem(50_001, null)).toBeNull()
  })
  test('that is no number is said', () => expect(nominalProblem(null, 50_000)).toBe('number'))
})
