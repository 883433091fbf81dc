import { expect, test } from 'vitest'
import { pageAt, placeOf } from './cursor-rules.ts'

test.each([
  // place, rows as they were read (limit 2), rows as shown, newer, older
  ['page', [9, 8, 7], [9, 8], null, '8'],
  ['page', [9, 8], [9, 8], null, null],
  ['before', [7, 6, 5], [7, 6], '7', '6'],
  ['before', [5], [5], '5', null],
  ['after', [6, 7, 8], [7, 6], '7', '6'],
  ['after', [8, 9], [9, 8], null, '8'],
  ['before', [], [], null, null],
] as const)('%s, of %j: %j, newer %j, older %j', (place, read, rows, newer, older) =>
  expect(pageAt(place, read, 2, String)).toEqual({ rows, cursors: { newer, older } }),
)
test.each([
  ['5', undefined, 'before'],
  [undefined, '5', 'after'],
  [undefined, undefined, 'page'],
] as const)('before %j and after %j: %s', (before, after, place) => expect(placeOf(before, after)).toBe(place))
