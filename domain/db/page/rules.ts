// Where a deep page begins: counted from the nearer end of the list (decision 41).

export type Page = { page: number; limit: number }
export type Slice = { offset: number; limit: number; forward: boolean }

/** Deeper than this the total is asked first, to read from the nearer end. */
export const SHALLOW_ROWS = 1_000
/** What a search found is counted up to here. */
export const COUNT_MAX = 10_000
export const offsetOf = (page: Page): number => (page.page - 1) * page.limit

/** The rows of a page; forward: counted from the list's beginning. null: past its end. */
export const sliceOf = (page: Page, total: number): Slice | null => {
  const offset = offsetOf(page)
  const limit = Math.min(page.limit, total - offset)
  if (limit <= 0) return null
  const forward = offset <= total / 2
  return { offset: forward ? offset : total - offset - limit, limit, forward }
}

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
