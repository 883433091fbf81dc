// Pages of a list: read from a narrow index for each order and from the nearer end, with the total from a counter instead of
// count(*) (rule unpaged-lists).
import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS, JAKARTA_OFFSET_MS } from '../../../contract/ground/time.ts'
import type { Db } from './connection.ts'
import {
  COUNT_MAX,
  NEWEST_FIRST,
  offsetOf,
  type Order,
  type Page,
  SHALLOW_ROWS,
  type Slice,
  sliceOf,
} from './page-rules.ts'

export type Listed = {
  /** The keys of the rows, as an index of each order has them: `select … from …` with the list's condition. */
  keys: (columns: SQL) => SQL
  /** Answers the total as one number. */
  total: SQL
  /** The rows of `k`, which are this page's keys; their order is added. */
  rows: (k: SQL) => SQL
}
/** The counter's value, or 0. */
export const counter = (name: string): SQL => sql`coalesce((select value from counters where name = ${name}), 0)`

/**
 * A list of all statuses from an index that begins with the status. Each part comes in order, and SQLite merges them: nothing
 * has to be sorted.
 * @param table and statuses are names of ours, never a request's.
 */
export const byStatus = (columns: SQL, table: string, statuses: readonly string[]): SQL =>
  sql.join(
    statuses.map((status) => sql`select ${columns} from ${sql.identifier(table)} where status = ${status}`),
    sql` union all `,
  )

export type Days = {
  /** Days of Asia/Jakarta, both included. */
  from?: string | undefined
  to?: string | undefined
}
const midnight = (day: string): number => Date.parse(day) - JAKARTA_OFFSET_MS
/** Conditions on a time in epoch ms; none: no day was asked for. @param column a name of ours, never a request's */
export const inDays = ({ from, to }: Days, column = 'created_at'): SQL[] => [
  ...(from === undefined ? [] : [sql`${sql.raw(column)} >= ${midnight(from)}`]),
  ...(to === undefined ? [] : [sql`${sql.raw(column)} < ${midnight(to) + DAY_MS}`]),
]
/** All of them, or everything. */
export const allOf = (parts: readonly SQL[]): SQL => (parts.length === 0 ? sql`true` : sql.join([...parts], sql` and `))

/** `a desc, b desc, id desc`: rows with equal values are ordered by their ids, or two pages could show the same row. */
export const orderBy = ({ columns, down }: Order, table = ''): SQL =>
  sql.raw([...columns, 'id'].map((name) => `${table}${name}${down ? ' desc' : ''}`).join(', '))
/** Selected with the index's collation: repeating it in the outer order would force a sort. */
const keyColumns = ({ columns, nocase }: Order): SQL =>
  sql.raw([...columns.map((name) => (nocase ? `${name} collate nocase as ${name}` : name)), 'id'].join(', '))
/**
 * Rows in the order they are read; `inOrder` turns round what was read from the far end. `cross join`, in the lists' `rows`,
 * fixes the order of the join in SQLite: first the page's keys, then their rows.
 */
const slicedRows = <T>(db: Db, list: Listed, order: Order, slice: Slice) => {
  const read = { ...order, down: order.down === slice.forward }
  const columns = keyColumns(order)
  const keys = sql`(${list.keys(columns)} order by ${orderBy(read)} limit ${slice.limit} offset ${slice.offset})`
  return db.all<T>(sql`${list.rows(keys)} order by ${orderBy(read, 'k.')}`)
}
const inOrder = <T>(rows: T[], slice: Slice): T[] => (slice.forward ? rows : rows.toReversed())

/** Rows that stand after this one in the order; a null value stands first, as SQLite sorts it. */
export const beyond = <T extends { id: string | number }>(order: Order, last: T | null, table = ''): SQL => {
  if (last === null) return sql`true`
  const [name = 'id'] = order.columns
  const [column, id] = [sql.raw(`${table}${name}`), sql.raw(`${table}id`)]
  const value = (last as Record<string, unknown>)[name]
  if (value === null)
    return order.down
      ? sql`${column} is null and ${id} < ${last.id}`
      : sql`((${column} is null and ${id} > ${last.id}) or ${column} is not null)`
  if (!order.down) return sql`(${column}, ${id}) > (${value}, ${last.id})`
  const after = sql`(${column}, ${id}) < (${value}, ${last.id})`
  return order.nullable ? sql`(${after} or ${column} is null)` : after
}
/**
 * For exports, and for pages of more than is counted: the list's own rows in its own order, from the one after `last` on. Each batch goes
 * on in the order's index where the one before ended, so that no row is read or skipped because others came or went meanwhile.
 * offset: so many of them are passed over.
 */
export const rowsAfter = <T extends { id: string | number }>(
  db: Db,
  list: Omit<Listed, 'total'>,
  order: Order,
  last: T | null,
  limit: number,
  offset = 0,
): Promise<T[]> => {
  const from = sql`(${list.keys(keyColumns(order))})`
  const keys = sql`(select * from ${from} where ${beyond(order, last)} order by ${orderBy(order)} limit ${limit} offset ${offset})`
  return db.all<T>(sql`${list.rows(keys)} order by ${orderBy(order, 'k.')}`)
}

export const pageOfList = async <T>(
  db: Db,
  list: Listed,
  page: Page,
  order: Order = NEWEST_FIRST,
): Promise<{ rows: T[]; total: number }> => {
  const offset = offsetOf(page)
  const totals = db.all<{ total: number }>(sql`select ${list.total} as total`)
  if (offset < SHALLOW_ROWS) {
    const [rows, [count]] = await db.batch([
      slicedRows<T>(db, list, order, { offset, limit: page.limit, forward: true }),
      totals,
    ])
    return { rows, total: count?.total ?? 0 }
  }
  const total = (await totals)[0]?.total ?? 0
  // Nobody knows where the end is of what is counted up to COUNT_MAX, so that it is read from its beginning.
  const slice = total === COUNT_MAX ? { offset, limit: page.limit, forward: true } : sliceOf(page, total)
  return { rows: slice === null ? [] : inOrder(await slicedRows<T>(db, list, order, slice), slice), total }
}
