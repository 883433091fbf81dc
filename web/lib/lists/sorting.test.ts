// The order of a list is in the address; column heads and the menu change it.
import { expect, test } from 'vitest'
import { type SortedList, SORTS, sortsOf } from '../../../contract/ground/sorts.ts'
import { sortTexts } from '../../texts/indonesian.ts'
import { directionOf, menuOf, pressed, readSort, sortingOf } from './sorting.ts'
import { withChanges } from './with-changes.ts'

const placeAt = (address: string) => {
  const place = {
    params: new URLSearchParams(address),
    param: (name: string) => place.params.get(name) ?? '',
    put: (changes: Record<string, string>) => {
      place.params = withChanges(place.params, changes)
    },
  }
  return place
}

test('a sort in the address counts if the list has it', () => {
  expect(readSort('members', '-income')).toBe('-income')
  for (const odd of ['', 'nominal', '--income', 'income ', '-', 'password_hash']) {
    expect([odd, readSort('members', odd)]).toEqual([odd, ''])
    expect(sortingOf(placeAt(`sort=${odd}`), 'members')).toMatchObject({ sent: '', now: '-createdAt' })
  }
})

test('another order goes back to the first page and keeps the search and the filter', () => {
  const place = placeAt('page=7&s=ayu&status=connected')
  sortingOf(place, 'accounts').choose('-income')
  expect(String(place.params)).toBe('s=ayu&status=connected&sort=-income')
})

test('a list’s own order is not written into the address', () => {
  const place = placeAt('sort=-income&page=2')
  sortingOf(place, 'members').choose('-createdAt')
  expect(String(place.params)).toBe('')
  const search = placeAt('s=0812')
  const sorting = sortingOf(search, 'phoneNumbers', 'number')
  expect(sorting).toMatchObject({ sent: '', now: 'number' })
  sorting.choose('-createdAt')
  expect(String(search.params)).toBe('s=0812&sort=-createdAt')
  sortingOf(search, 'phoneNumbers', 'number').choose('number')
  expect(String(search.params)).toBe('s=0812')
})

test('a head sorts names from A and money from the most, and pressed again the other way', () => {
  expect([pressed('-createdAt', 'name'), pressed('name', 'name'), pressed('-name', 'name')]).toEqual([
    'name',
    '-name',
    'name',
  ])
  expect([pressed('-createdAt', 'income'), pressed('-income', 'income')]).toEqual(['-income', 'income'])
  const place = placeAt('')
  sortingOf(place, 'members').press('createdAt')
  expect(String(place.params)).toBe('sort=createdAt')
})

test('a head says how its column is sorted, and only its own', () => {
  expect(directionOf('-income', 'income')).toBe('descending')
  expect(directionOf('income', 'income')).toBe('ascending')
  expect(directionOf('-income', 'name')).toBeUndefined()
})

test('the menu of every list has each of its sorts once, with words', () => {
  for (const list of Object.keys(SORTS) as SortedList[]) {
    const menu = menuOf(list)
    expect(menu.toSorted()).toEqual(sortsOf(list).toSorted())
    expect(menu[0]).toBe('-createdAt')
    const words = menu.map((sort) => sortTexts.choices[sort])
    expect(new Set(words).size).toBe(menu.length)
    expect(words.every((text) => text.length > 3)).toBe(true)
  }
})
