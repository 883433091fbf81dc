import { describe, expect, test } from 'vitest'
import { levelNeedsSecond, loosened, lowestNeedsSecond, lowestOf, needsSecond } from './rules.ts'

describe('rule second-person:', () => {
  test('an amount above the setting needs one; 0 switches it off', () => {
    expect([needsSecond(101, 100), needsSecond(100, 100), needsSecond(1_000_000, 0)]).toEqual([true, false, false])
  })
  test.each([
    ['raised', { second_person_above: 200 }, ['second_person_above']],
    ['off', { second_person_above: 0 }, ['second_person_above']],
    ['lowered', { second_person_above: 50 }, []],
    [
      'both',
      { second_person_above: 0, second_person_fee_above: 11 },
      ['second_person_above', 'second_person_fee_above'],
    ],
    ['the price of all', { price: 11 }, ['price']],
    ['a price at the limit', { price: 10 }, []],
  ])('a limit that is %s', (_name, change, keys) => {
    const before = { second_person_above: 100, decider_day_limit: 2_000, second_person_fee_above: 10, price: 5 }
    expect(loosened(before, { ...before, ...change })).toEqual(keys)
  })
  test('a limit that is switched on needs nobody', () => {
    const before = { second_person_above: 0, decider_day_limit: 0, second_person_fee_above: 0, price: 5 }
    expect(loosened(before, { ...before, second_person_above: 1, price: 900 })).toEqual([])
  })
  test('a dearer level that becomes the lowest, because the one below goes or rises', () => {
    const cheap = { id: 'a', blast_fee: 100, requirement_blast: 0 }
    const dear = { id: 'b', blast_fee: 900, requirement_blast: 5 }
    const needs = (before: (typeof dear)[], after: (typeof dear)[], above: number) =>
      lowestNeedsSecond(lowestOf(before), lowestOf(after), above)
    expect(needs([dear, cheap], [dear], 500)).toBe(true)
    expect(needs([cheap, dear], [{ ...cheap, requirement_blast: 6 }, dear], 500)).toBe(true)
    expect(needs([cheap, dear], [cheap], 500)).toBe(false)
    expect(needs([cheap, dear], [dear], 900)).toBe(false)
    expect(needs([dear], [dear], 500)).toBe(false)
    expect(needs([dear], [], 500)).toBe(false)
  })
  test('a level: new, dearer, or for more people', () => {
    const level = { blast_fee: 500, requirement_blast: 10 }
    expect(levelNeedsSecond(null, level, 400)).toBe(true)
    expect(levelNeedsSecond(level, { ...level, blast_fee: 501 }, 400)).toBe(true)
    expect(levelNeedsSecond(level, { ...level, requirement_blast: 9 }, 400)).toBe(true)
    expect(levelNeedsSecond(level, { ...level, requirement_blast: 11 }, 400)).toBe(false)
    expect(levelNeedsSecond(level, { ...level, blast_fee: 400, requirement_blast: 0 }, 400)).toBe(false)
  })
})
