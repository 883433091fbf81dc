// Fails a batch whose write found nothing to change.
import { sql } from 'drizzle-orm'
import type { Db, Statement } from './connection.ts'

const UNCHANGED = 'this changed nothing'
/** After a write of the same batch, one that returns no rows (D1 counts none for it): fails the batch if it wrote nothing. The message of json_extract names the path. */
export const mustHaveChanged = (db: Db): Statement =>
  db.all(sql`select case when changes() > 0 then 1 else json_extract('{}', ${UNCHANGED}) end as changed`)
export const isUnchanged = (error: unknown): boolean => {
  for (let e: unknown = error; e instanceof Error; e = e.cause) if (e.message.includes(UNCHANGED)) return true
  return false
}
