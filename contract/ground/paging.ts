// Paged lists: 1-based pages of 20, limit 1–100 (rule paging).
import { z } from 'zod'
import { wholeNumber } from './amounts.ts'
import { RANGES } from './ranges.ts'
import { type Sort, type SortedList, sortsOf } from './sorts.ts'
import type { Range } from './read-numbers.ts'

const PAGE_SIZE = 20
/** An empty `?page=` counts as absent. */
const orDefault = (range: Range<'count'>, value: number) =>
  z
    .literal('')
    .transform(() => value)
    .or(wholeNumber(range))
    .default(value)
export const pageQuery = z.object({
  page: orDefault(RANGES.page, 1),
  limit: orDefault(RANGES.pageSize, PAGE_SIZE),
  search: z.string().trim().max(100).optional(),
})
/**
 * `?after=`: the id of the row before the page, as the page before showed it. Of more than is counted the list goes on from there, whatever came
 * or went meanwhile; without it the page is counted from the beginning.
 */
export const after = z
  .literal(['', 'null'])
  .transform(() => undefined)
  .or(wholeNumber(RANGES.rowId))
  .optional()
/** What an export leaves out of its list's query. */
export const PAGE = { page: true, limit: true } as const
export const PAGE_AFTER = { ...PAGE, after: true } as const
export type PageQuery = z.infer<typeof pageQuery>

/** `?from=&to=`: days of Asia/Jakarta, both included; empty or absent: no bound. */
const dayOrNone = z
  .literal(['', 'null'])
  .transform(() => undefined)
  .or(z.iso.date())
  .optional()
export const dayRange = { from: dayOrNone, to: dayOrNone }

/** `?sort=`: one of the list's sorts (contract/ground/sorts.ts); empty or absent means the list's own order. */
const sortQuery = <L extends SortedList>(list: L) =>
  z
    .literal(['', 'null'])
    .transform((): Sort<L> | undefined => undefined)
    .or(z.enum(sortsOf(list)))
    .optional()
/** The query of a list that can be sorted. */
export const sortedQuery = <L extends SortedList>(list: L) => pageQuery.extend({ sort: sortQuery(list) })

export const pageMeta = z.object({
  page: z.number(),
  limit: z.number(),
  total: z.number(),
  totalPages: z.number(),
})
export type Paged<T> = { data: T[]; list: T[]; meta: z.infer<typeof pageMeta>; totalPages: number }

/** The wire shape of one page; `data` and `list` are the same rows. */
export const toPaged = <T>(rows: T[], total: number, query: { page: number; limit: number }): Paged<T> => {
  const totalPages = Math.max(1, Math.ceil(total / query.limit))
  return { data: rows, list: rows, meta: { page: query.page, limit: query.limit, total, totalPages }, totalPages }
}
