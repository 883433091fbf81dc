import { describe, expect, test } from 'vitest'
import { colorOfRank } from './rules.ts'

describe('rule level: its colour goes by its rank, beyond the list’s end the last one repeats', () => {
  const colors = '#111111, #222222'
  test.each([
    ['the lowest level', colors, 0, '#111111'],
    ['the next', colors, 1, '#222222'],
    ['one more than colours', colors, 2, '#222222'],
    ['many more', colors, 9, '#222222'],
    ['no rank below the lowest', colors, -1, '#111111'],
    ['no colours at all', '', 0, '#2C2C2C'],
    ['no colours at all, higher up', '', 3, '#2C2C2C'],
  ])('%s', (_, list, rank, color) => expect(colorOfRank(list, rank)).toBe(color))
})
