// Append-only record of what admin, staff and dev changed (rule audit-log).
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Role } from '../../../contract/people/role-table.ts'

export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: integer('at').notNull(),
    actorId: text('actor_id').notNull(),
    actorRole: text('actor_role').$type<Role>().notNull(),
    /** e.g. settings.update */
    action: text('action').notNull(),
    target: text('target').notNull(),
    /** JSON: the fields that changed, as they were and as they are. */
    before: text('before'),
    after: text('after'),
    requestId: text('request_id'),
    /**
     * Both are given when the entry's day is closed. The digest is the SHA-256 of the salt and of target, before and after: it stays
     * when an erased person's entry loses those, and without the salt nobody can guess from it what they were.
     */
    salt: text('salt'),
    digest: text('digest'),
  },
  (t) => [
    index('audit_actor').on(t.actorId, t.id),
    index('audit_action').on(t.action, t.id),
    index('audit_target').on(t.target, t.id),
    // for a range of days
    index('audit_at').on(t.at, t.id),
  ],
)
