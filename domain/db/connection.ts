// One way to speak to D1: drizzle over the binding, with all tables known.
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import * as schema from './schema.ts'

export type Db = DrizzleD1Database<typeof schema>
export const connect = (d1: D1Database): Db => drizzle(d1, { schema })
/** A statement built with drizzle (or prepared raw) that a caller may put into one `batch`. */
export type Statement = Parameters<Db['batch']>[0][number]

/** All statements in one transaction; nothing for none. */
export const runBatch = async (db: Db, statements: Statement[]): Promise<unknown[]> => {
  const [first, ...rest] = statements
  return first ? await db.batch([first, ...rest]) : []
}
