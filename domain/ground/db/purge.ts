// Deletes expired rows in short statements: D1 runs one statement at a time, and others wait behind it.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './connection.ts'

/** Rows that one statement deletes. */
export const PURGE_ROWS = 5_000
/** Statements of one call; the cron calls again in the next hour. */
const STEPS = 20

/**
 * Deletes the rows of a table that meet a condition.
 * @returns true: none are left; false: there may be more
 */
export const purge = async (db: Db, table: string, where: SQL, steps = STEPS): Promise<boolean> => {
  const rows = sql.identifier(table)
  for (let step = 0; step < steps; step++) {
    const { meta } = await db.run(sql`
      delete from ${rows}
      where rowid in (select rowid from ${rows} where ${where} limit ${PURGE_ROWS})
    `)
    if (meta.changes < PURGE_ROWS) return true
  }
  return false
}
