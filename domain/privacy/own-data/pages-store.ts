// Pages of one section of the file of everything that is kept about a person (rule own-data).
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'

export const PAGE = 1_000

type Item = Record<string, unknown>
/** after: the key of the last row before; null: from the beginning. last null: there are no more. */
export type PageOf = (db: Db, userId: string, after: number | null) => Promise<{ items: Item[]; last: number | null }>

/** Pages by rowid, in the order of writing: `select` is a statement with `rowid as place` that ends before its order. */
export const byRowid =
  <R extends object>(select: (userId: string) => SQL, rowid: SQL, show: (row: R) => Item): PageOf =>
  async (db, userId, after) => {
    const rows = await db.all<R & { place: number }>(sql`
      ${select(userId)} and ${rowid} > ${after ?? -1}
      order by ${rowid}
      limit ${PAGE}
    `)
    return { items: rows.map(show), last: rows.length < PAGE ? null : (rows.at(-1)?.place ?? null) }
  }
