import { expect, test } from 'vitest'
import { AT_PRIMARY, BookmarkKeeper, readBookmark } from './bookmark.ts'

const mark = (n: number): string => `0000000${n}-00000002-00004eaf-0123456789abcdef0123456789abcdef`

test('what cannot be a bookmark is ignored', () => {
  expect(readBookmark(mark(1))).toBe(mark(1))
  expect(readBookmark(AT_PRIMARY)).toBe(AT_PRIMARY)
  for (const odd of [
    undefined,
    null,
    '',
    'first-unconstrained',
    'x',
    `${mark(1)}0`,
    mark(1).toUpperCase(),
    `${mark(1)}\n`,
  ])
    expect(readBookmark(odd)).toBeNull()
})

test('of two answers the newer bookmark is kept, whichever comes last', () => {
  const keeper = new BookmarkKeeper()
  const [a, b] = [keeper.next(), keeper.next()]
  expect(a.bookmark).toBeNull()
  keeper.heard(mark(2), a)
  keeper.heard(mark(1), b)
  keeper.heard(null, b)
  expect(keeper.next().bookmark).toBe(mark(2))
})

test('after a write the next reads ask the primary, until one that began later was answered', () => {
  const keeper = new BookmarkKeeper()
  const before = keeper.next()
  keeper.heard(AT_PRIMARY, keeper.next())
  keeper.heard(mark(9), before)
  expect(keeper.next().bookmark).toBe(AT_PRIMARY)
  keeper.heard(mark(3), keeper.next())
  expect(keeper.next().bookmark).toBe(mark(3))
})

test('a read that failed makes the next one ask the primary', () => {
  const keeper = new BookmarkKeeper()
  keeper.heard(mark(5), keeper.next())
  keeper.failed()
  expect(keeper.next().bookmark).toBe(AT_PRIMARY)
  keeper.heard(mark(1), keeper.next())
  expect(keeper.next().bookmark).toBe(mark(1))
})
