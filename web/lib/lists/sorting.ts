// The order of a list: read from the address, changed by column heads and by the menu.
import {
  isDown,
  keyOfSort,
  NEWEST,
  type Sort,
  type SortedList,
  SORTS,
  sortsOf,
} from '../../../contract/ground/sorts.ts'

/** Keys that sort ascending first; all others start with the newest or largest. */
const UP_FIRST: readonly string[] = ['name', 'number']
const isUpFirst = (key: string): boolean => UP_FIRST.includes(key)

/** The sort in the address; empty if the list does not have it, which means the list's own order. */
export const readSort = <L extends SortedList>(list: L, text: string): Sort<L> | '' =>
  sortsOf(list).find((sort) => sort === text) ?? ''

/** The sort after a press on a column's head: its first direction, then the other one. */
export const pressed = (now: string, key: string): string => {
  const [first, second] = isUpFirst(key) ? [key, `-${key}`] : [`-${key}`, key]
  return now === first ? second : first
}
/** The sorts of the menu, in its order. */
export const menuOf = <L extends SortedList>(list: L): Sort<L>[] =>
  SORTS[list].flatMap((key) => [pressed('', key), pressed(pressed('', key), key)] as Sort<L>[])

/** For aria-sort; undefined: the list is sorted by another column. */
export const directionOf = (now: string, key: string): 'ascending' | 'descending' | undefined => {
  if (keyOfSort(now as Sort) !== key) return undefined
  return isDown(now) ? 'descending' : 'ascending'
}

export type Sorting<L extends SortedList = SortedList> = {
  /** Sent with the call; empty: the list's own order. */
  sent: Sort<L> | ''
  now: Sort<L>
  menu: readonly Sort<L>[]
  choose: (sort: string) => void
  press: (key: string) => void
}
type Place = { param: (name: string) => string; put: (changes: Record<string, string>) => void }
/** @param own the list's default order, which is not written into the address */
export const sortingOf = <L extends SortedList>(place: Place, list: L, own: Sort<L> = NEWEST): Sorting<L> => {
  const sent = readSort(list, place.param('sort'))
  const now = sent || own
  // a new order starts at the first page
  const choose = (sort: string): void => place.put({ sort: sort === own ? '' : sort, page: '' })
  return { sent, now, menu: menuOf(list), choose, press: (key) => choose(pressed(now, key)) }
}
