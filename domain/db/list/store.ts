// Pages of a list from its narrow index and from the nearer end, with a total that is kept and not counted (decision 41).
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../connection.ts'
import { offsetOf, type Page, SHALLOW_ROWS, type Slice, sliceOf } from '../page/rules.ts'

export type Listed = {
  /** Keys `created_at, id` of the rows, as its index has them: `select created_at, id from …` with its condition. */
  keys: SQL
  /** One number. */
  total: SQL
  /** The rows of `k`, which are this page's keys; their order is added. */
  rows: (k: SQL) => SQL
}
/** A kept total, or 0. */
export const counter = (name: string): SQL => sql`coalesce((select value from counters where name = ${name}), 0)`

/** In the order they are read; what was read from the far end is turned round by `inOrder`. */
const slicedRows = <T>(db: Db, list: Listed, slice: Slice) => {
  const order = slice.forward ? sql`created_at desc, id desc` : sql`created_at, id`
  const keys = sql`(${list.keys} order by ${order} limit ${slice.limit} offset ${slice.offset})`
  const outer = slice.forward ? sql`k.created_at desc, k.id desc` : sql`k.created_at, k.id`
  return db.all<T>(sql`${list.rows(keys)} order by ${outer}`)
}
const inOrder = <T>(rows: T[], slice: Slice): T[] => (slice.forward ? rows : rows.toReversed())

/** Newest first. */
export const pageOfList = async <T>(db: Db, list: Listed, page: Page): Promise<{ rows: T[]; total: number }> => {
  const offset = offsetOf(page)
  const totals = db.all<{ total: number }>(sql`select ${list.total} as total`)
  if (offset < SHALLOW_ROWS) {
    const [rows, [count]] = await db.batch([
      slicedRows<T>(db, list, { offset, limit: page.limit, forward: true }),
      totals,
    ])
    return { rows, total: count?.total ?? 0 }
  }
  const total = (await totals)[0]?.total ?? 0
  const slice = sliceOf(page, total)
  return { rows: slice === null ? [] : inOrder(await slicedRows<T>(db, list, slice), slice), total }
}
