// Where a deep page begins: counted from the nearer end of the list (rule paging); in which order a list stands.
import { isDown, keyOfSort, type Sort, type SortedList, type SortKey } from '../../../contract/ground/sorts.ts'

export type Page = { page: number; limit: number }
export type Slice = { offset: number; limit: number; forward: boolean }

/** Deeper than this the total is asked first, to read from the nearer end. */
export const SHALLOW_ROWS = 1_000
export { COUNT_MAX } from '../../../contract/ground/count-max.ts'
export const offsetOf = (page: Page): number => (page.page - 1) * page.limit

/** The rows of a page; forward: counted from the list's beginning. null: past its end. */
export const sliceOf = (page: Page, total: number): Slice | null => {
  const offset = offsetOf(page)
  const limit = Math.min(page.limit, total - offset)
  if (limit <= 0) return null
  const forward = offset <= total / 2
  return { offset: forward ? offset : total - offset - limit, limit, forward }
}

/** Columns that a list is ordered by, before its id; nocase: texts, without regard to case; nullable: some rows have no value. */
export type Columns = { columns: readonly string[]; nocase?: true; nullable?: true }
export type Order = Columns & { down: boolean }
export const NEWEST_FIRST: Order = { columns: ['created_at'], down: true }
/** The columns behind each of a list's sorts. */
export type SortColumns<L extends SortedList> = Record<SortKey<L>, Columns>
export const CREATED = { columns: ['created_at'] } as const satisfies Columns
/** A page of a list that may be sorted. */
export type SortedPage<L extends SortedList> = Page & { sort?: Sort<L> | undefined }

/** sort absent: newest first. */
export const orderOf = <L extends SortedList>(columns: SortColumns<L>, sort: Sort<L> | undefined): Order =>
  sort === undefined ? NEWEST_FIRST : { ...columns[keyOfSort<L>(sort)], down: isDown(sort) }
/** Words of a search as FTS5 takes them, each a beginning: every one must stand in the row; null: there are none. */
export const matchOf = (search: string): string | null => {
  const words = search.normalize('NFKC').match(/[\p{L}\p{N}]+/gu)
  return words === null
    ? null
    : words
        .slice(0, 8)
        .map((word) => `"${word}"*`)
        .join(' ')
}
