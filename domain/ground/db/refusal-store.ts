// Statements that refuse: where the condition of one holds, it fails, and with it its batch, under a name that the error carries back
// (docs/decisions/0085-refusals-have-names.md).
import { type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from './connection.ts'
import type { RefusalName } from './refusals.ts'

/** An expression that fails where it is evaluated: json_extract refuses a path that is none, and every version of it names the path. */
export const refused = (name: RefusalName): string => `json_extract('{}', 'refusal:${name}')`
/**
 * For a batch: fails it where this holds. It reads only, so D1 counts no row as written.
 * @param of `from … where …`, the rows of which the condition is asked; absent: once
 */
export const refuseIf = (db: Db, name: RefusalName, condition: SQL, of: SQL = sql``): Statement =>
  db.all(sql`select case when ${condition} then ${sql.raw(refused(name))} end as refused ${of}`)
/** The same where it is false or null. */
export const refuseUnless = (db: Db, name: RefusalName, condition: SQL, of: SQL = sql``): Statement =>
  db.all(sql`select case when ${condition} then null else ${sql.raw(refused(name))} end as refused ${of}`)
/** For a batch, after a write that returns no rows (D1 counts none for it): fails it if nothing was written. */
export const mustHaveChanged = (db: Db): Statement => refuseIf(db, 'nothing_changed', sql`changes() = 0`)
