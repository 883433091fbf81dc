import { describe, expect, test } from 'vitest'
import { isTurning, newestFirst, withNewKey } from './secrets.ts'

const ring = (...names: string[]): string => names.map((name) => `${name}:00`).join()
describe('a turn of a ring goes on where it broke off', () => {
  test.each([
    ['nothing was begun', ring('k1'), false],
    ['it was turned to its end', ring('k2', 'k1'), false],
    ['the new key stands behind the one of before', ring('k1', 'k2'), true],
    ['a key that was made by hand is in use: the older ones behind it are not newer', ring('by-hand', 'k1'), false],
    ['a key that was made by hand stands behind', ring('k1', 'by-hand'), false],
  ])('%s', (_, keys, expected) => expect(isTurning(keys)).toBe(expected))
  test('a turn away from a key that was made by hand ends with a new one', () => {
    const grown = withNewKey(ring('by-hand', 'k1'))
    expect(newestFirst(grown)).toMatch(/^k2:[0-9a-f]{64},by-hand:00,k1:00$/)
  })
})
