// How a list is sorted: from the address, by its heads and by the menu.
import { isDown, keyOfSort, NEWEST, type Sort, type SortedList, SORTS, sortsOf } from '../../../contract/sorts.ts'

/** Read as one reads: from the beginning; all else first from the newest or the most. */
const UP_FIRST: readonly string[] = ['name', 'number']
const isUpFirst = (key: string): boolean => UP_FIRST.includes(key)

/** What the address says, if the list knows it; else nothing: the list's own order. */
export const readSort = <L extends SortedList>(list: L, text: string): Sort<L> | '' =>
  sortsOf(list).find((sort) => sort === text) ?? ''

/** By a press on a column's head: its natural direction, then the other one. */
export const pressed = (now: string, key: string): string => {
  const [first, second] = isUpFirst(key) ? [key, `-${key}`] : [`-${key}`, key]
  return now === first ? second : first
}
/** In the order of the menu. */
export const menuOf = <L extends SortedList>(list: L): Sort<L>[] =>
  SORTS[list].flatMap((key) => [pressed('', key), pressed(pressed('', key), key)] as Sort<L>[])

/** For aria-sort; undefined: by another column. */
export const directionOf = (now: string, key: string): 'ascending' | 'descending' | undefined => {
  if (keyOfSort(now as Sort) !== key) return undefined
  return isDown(now) ? 'descending' : 'ascending'
}

export type Sorting<L extends SortedList = SortedList> = {
  /** For the call; empty: the list's own order. */
  sent: Sort<L> | ''
  now: Sort<L>
  menu: readonly Sort<L>[]
  choose: (sort: string) => void
  press: (key: string) => void
}
type Place = { param: (name: string) => string; put: (changes: Record<string, string>) => void }
/** @param own the order that the list has without being asked; it leaves the address. */
export const sortingOf = <L extends SortedList>(place: Place, list: L, own: Sort<L> = NEWEST): Sorting<L> => {
  const sent = readSort(list, place.param('sort'))
  const now = sent || own
  // another order is another first page
  const choose = (sort: string): void => place.put({ sort: sort === own ? '' : sort, page: '' })
  return { sent, now, menu: menuOf(list), choose, press: (key) => choose(pressed(now, key)) }
}
