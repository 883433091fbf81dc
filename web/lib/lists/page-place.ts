// Where a page of a list stands. What was searched or filtered is counted up to COUNT_MAX only, and goes on behind that. Pure.
import { COUNT_MAX } from '../../../contract/ground/count-max.ts'

type Meta = { page: number; limit: number; total: number; totalPages: number }
/** @param rows how many the page has. @param isCapped its total ends at COUNT_MAX: it is searched or filtered, or always counted so */
export const placeOf = ({ page, limit, total, totalPages }: Meta, rows: number, isCapped: boolean) => {
  const atLeast = isCapped && total === COUNT_MAX
  const last = (page - 1) * limit + rows
  /** Nobody has counted what comes next, but a full page may have a next one. */
  const goesOn = atLeast && page >= totalPages && rows === limit
  return {
    first: last - rows + 1,
    last,
    total: atLeast ? Math.max(total, last) : total,
    atLeast,
    goesOn,
    /** To which one may turn. */
    lastPage: goesOn ? page + 1 : atLeast ? Math.max(totalPages, page) : totalPages,
    /** How many pages there are as far as is known; isOpen: at least so many. */
    pages: atLeast ? Math.max(totalPages, page) : totalPages,
    isOpen: atLeast && (goesOn || page < totalPages),
  }
}
