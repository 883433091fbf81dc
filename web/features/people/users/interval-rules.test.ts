import { describe, expect, test } from 'vitest'
import { cleanInterval, intervalProblem } from './interval-rules.ts'

describe('a sending interval', () => {
  test.each([
    ['7', 7],
    ['7.9', 7],
    ['0', 1],
    ['-4', 1],
    ['', 1],
    ['abc', 1],
    ['Infinity', 1],
    ['7,9', 7],
    ['1.250', 1_250],
    ['1e5', 1],
  ])('%s becomes %d seconds', (typed, seconds) => expect(cleanInterval(typed)).toBe(seconds))

  test('below one second is refused in words', () => {
    expect(intervalProblem('0', 1, 5)).toEqual({ field: 'min', refused: 'belowMinimum' })
    expect(intervalProblem('0.5', 1, 5)).toEqual({ field: 'min', refused: 'belowMinimum' })
  })
  test('min above max is refused in words', () =>
    expect(intervalProblem('6', 6, 5)).toEqual({
      field: 'min',
      refused: 'minAboveMax',
    }))
  test('a maximum of more than a day is refused in words', () =>
    expect(intervalProblem('5', 5, 86_401)).toEqual({ field: 'max', problem: 'Terlalu besar. Paling banyak 86.400.' }))
  test('min equal to max is allowed', () => expect(intervalProblem('5', 5, 5)).toBeNull())
})
