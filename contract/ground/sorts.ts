// What each list may be sorted by, for its route and its screen: `key` sorts ascending, `-key` descending.
// Free of zod, because screens read it too.

export const SORTS = {
  members: ['createdAt', 'name', 'income'],
  accounts: ['createdAt', 'success', 'income'],
  phoneNumbers: ['createdAt', 'number'],
  suppressions: ['createdAt', 'number'],
  withdraws: ['createdAt', 'nominal'],
  bonuses: ['createdAt', 'nominal'],
  referrals: ['createdAt', 'income'],
  proxies: ['createdAt', 'use'],
  templates: ['createdAt', 'use'],
  checks: ['createdAt'],
  audit: ['createdAt'],
} as const satisfies Record<string, readonly string[]>

export type SortedList = keyof typeof SORTS
export type SortKey<L extends SortedList = SortedList> = (typeof SORTS)[L][number]
export type Sort<L extends SortedList = SortedList> = SortKey<L> | `-${SortKey<L>}`
/** The order of a list that nobody sorted: newest first. */
export const NEWEST = '-createdAt'

export const isDown = (sort: string): boolean => sort.startsWith('-')
export const keyOfSort = <L extends SortedList>(sort: Sort<L>): SortKey<L> => sort.replace(/^-/, '') as SortKey<L>
export const sortsOf = <L extends SortedList>(list: L): Sort<L>[] =>
  (SORTS[list] as readonly SortKey<L>[]).flatMap((key): Sort<L>[] => [`-${key}`, key])
