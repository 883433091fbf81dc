// What an edit asks inside its own batch: are the values still those that it read? (rule edit-versions)
import { type SQL, sql } from 'drizzle-orm'
import type { AuditAction } from '../../../contract/record/audit.ts'
import type { Db, Statement } from '../db/connection.ts'
import { refuseUnless } from '../db/refusal-store.ts'
import type { Change, Values } from './versions.ts'

/** @param read columns, which are names of ours, with the values as they were read */
const columnsAre = (read: Values): SQL =>
  sql.join(
    Object.entries(read).map(([column, value]) => sql`${sql.identifier(column)} is ${value}`),
    sql` and `,
  )
/** For a batch: fails it unless the row is there and has these values. @param table a name of ours */
export const refuseUnlessRead = (db: Db, table: string, key: Values, read: Values): Statement =>
  refuseUnless(
    db,
    'edited',
    sql`exists (select 1 from ${sql.identifier(table)} where ${columnsAre(key)} and ${columnsAre(read)})`,
  )

/** An older change is nobody's answer to what came meanwhile. */
const NEWEST = 20
type Entry = { before: string | null; after: string | null; name: string | null; at: number }
const parsed = (json: string | null): Values | null => (json === null ? null : (JSON.parse(json) as Values))
/** What is on record of changes to this, the newest first. */
export const changesTo = async (db: Db, target: string, actions: readonly AuditAction[]): Promise<Change[]> => {
  const rows = await db.all<Entry>(sql`
    select a.before, a.after, a.at, trim(u.firstname || ' ' || u.lastname) as name
    from audit_log a
    left join users u on u.id = a.actor_id
    where a.target = ${target} and a.action in (select value from json_each(${JSON.stringify(actions)}))
    order by a.id desc
    limit ${NEWEST}
  `)
  return rows.map((row) => ({ ...row, before: parsed(row.before), after: parsed(row.after) }))
}
