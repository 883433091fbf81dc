import { expect, test } from 'vitest'
import { colorOfRank } from './rules.ts'

test('rule level: a level’s colour goes by its rank, the last one repeats', () => {
  expect([0, 1, 2, 9].map((rank) => colorOfRank('#111111, #222222', rank))).toEqual([
    '#111111',
    '#222222',
    '#222222',
    '#222222',
  ])
  expect(colorOfRank('', 0)).toBe('#2C2C2C')
})
