// Writes of the append-only audit log (rule audit-log); list-store.ts reads it.
import { sql } from 'drizzle-orm'
import type { AuditAction } from '../../../contract/record/audit.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'

export type AuditEntry = {
  actor: { id: string; role: Role }
  action: AuditAction
  target: string
  before?: unknown
  after?: unknown
  at: number
  requestId: string
}
/**
 * For the same batch as the write of an admin, staff or dev; a member's own writes are not audited.
 * @param unless for a batch that may run twice: where this condition holds nothing is added
 */
export const auditStatements = (db: Db, entry: AuditEntry, unless = sql`false`): Statement[] =>
  entry.actor.role === 'member'
    ? []
    : [
        db.run(sql`
          insert into audit_log (at, actor_id, actor_role, action, target, before, after, request_id)
          select
            ${entry.at},
            ${entry.actor.id},
            ${entry.actor.role},
            ${entry.action},
            ${entry.target},
            ${entry.before === undefined ? null : JSON.stringify(entry.before)},
            ${entry.after === undefined ? null : JSON.stringify(entry.after)},
            ${entry.requestId}
          where not ${unless}
        `),
      ]

/**
 * Cron: an older version wrote the LID of a lifted opt-out, which an erasure could not find there (rule erasure). Only
 * entries of no closed day yet can have one: closing comes after this.
 */
export const dropLids = async (db: Db): Promise<void> => {
  await db.run(sql`
    update audit_log
    set before = json_remove(before, '$.lid')
    where action = 'suppression.delete' and digest is null and before ->> 'lid' is not null
  `)
}
