// Writes and reads of the append-only audit log (decision 38).
import { sql } from 'drizzle-orm'
import type { Role } from '../../contract/role-table.ts'
import type { Db, Statement } from '../db/connection.ts'

export type Deed = {
  actor: { id: string; role: Role }
  /** e.g. settings.update */
  action: string
  target: string
  before?: unknown
  after?: unknown
  at: number
  requestId: string
}
/** Of an admin's, staff's or dev's write; a member's own writes are not audited. For the same batch as the write. */
export const auditStatements = (db: Db, deed: Deed): Statement[] =>
  deed.actor.role === 'member'
    ? []
    : [
        db.run(sql`insert into audit_log (at, actor_id, actor_role, action, target, before, after, request_id)
          values (${deed.at}, ${deed.actor.id}, ${deed.actor.role}, ${deed.action}, ${deed.target},
            ${deed.before === undefined ? null : JSON.stringify(deed.before)},
            ${deed.after === undefined ? null : JSON.stringify(deed.after)}, ${deed.requestId})`),
      ]

export type AuditRow = {
  id: number
  at: number
  actor_id: string
  actor_role: string
  action: string
  target: string
  before: string | null
  after: string | null
  request_id: string | null
  actor_name: string | null
}
export const auditPage = async (
  db: Db,
  page: { page: number; limit: number },
): Promise<{ rows: AuditRow[]; total: number }> => {
  const [rows, [count]] = await db.batch([
    db.all<AuditRow>(sql`select a.*, u.firstname || ' ' || u.lastname as actor_name from audit_log a
      left join users u on u.id = a.actor_id
      order by a.id desc limit ${page.limit} offset ${(page.page - 1) * page.limit}`),
    // append-only with a running id: the last id is the count
    db.all<{ total: number }>(sql`select coalesce(max(id), 0) as total from audit_log`),
  ])
  return { rows, total: count?.total ?? 0 }
}

/** In the order of the deeds, from behind one on. */
export const auditAfter = (db: Db, after: number, limit: number): Promise<AuditRow[]> =>
  db.all<AuditRow>(sql`select a.*, u.firstname || ' ' || u.lastname as actor_name from audit_log a
    left join users u on u.id = a.actor_id where a.id > ${after} order by a.id limit ${limit}`)
