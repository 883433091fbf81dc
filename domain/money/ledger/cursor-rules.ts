// Pages beside a cursor: what was read, in the list's order, and the cursors of the pages beside it (rule
// statement). Pure.
import type { Cursors } from '../../../contract/money/ledger.ts'

/** page: by number; before: older than a cursor; after: newer than one. */
export type Place = 'page' | 'before' | 'after'
export const placeOf = (before: string | undefined, after: string | undefined): Place =>
  before ? 'before' : after ? 'after' : 'page'

/** @param read up to one row more than the limit, in reading order: newest first, with `after` oldest first */
export const pageAt = <T>(
  place: Place,
  read: readonly T[],
  limit: number,
  keyOf: (row: T) => string,
): { rows: T[]; cursors: Cursors } => {
  const kept = read.slice(0, limit)
  const rows = place === 'after' ? kept.toReversed() : kept
  const [first, last] = [rows[0], rows.at(-1)]
  const isMore = read.length > limit
  const newer = place === 'before' || (place === 'after' && isMore)
  const older = place === 'after' || isMore
  return {
    rows,
    cursors: {
      newer: newer && first !== undefined ? keyOf(first) : null,
      older: older && last !== undefined ? keyOf(last) : null,
    },
  }
}
