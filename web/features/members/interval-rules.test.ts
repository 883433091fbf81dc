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
  ])('%s becomes %d seconds', (typed, seconds) => expect(cleanInterval(typed)).toBe(seconds))

  test('below one second is said', () => {
    expect(intervalProblem('0', 1, 5)).toBe('below')
    expect(intervalProblem('0.5', 1, 5)).toBe('below')
  })
  test('min above max is said', () => expect(intervalProblem('6', 6, 5)).toBe('order'))
  test('equal ones are fine', () => expect(intervalProblem('5', 5, 5)).toBeNull())
})
