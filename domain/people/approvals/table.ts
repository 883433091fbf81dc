// What somebody asked for and another person must approve before it is done (rule second-person).
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Rupiah } from '../../../contract/ground/money.ts'

export const approvals = sqliteTable(
  'approvals',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['bonus', 'price', 'level', 'withdraw', 'return', 'setting', 'lift'] }).notNull(),
    /** Id of what it changes; of a bonus, which is not there yet, the id that it will have. */
    subject: text('subject').notNull(),
    /** Who gets the money; null: no single person does. */
    beneficiaryId: text('beneficiary_id'),
    /** Whole rupiah, what was compared with the setting. */
    amount: integer('amount').$type<Rupiah>().notNull(),
    /** JSON of what will be written. */
    payload: text('payload').notNull(),
    askedBy: text('asked_by').notNull(),
    askedAt: integer('asked_at').notNull(),
    status: text('status', { enum: ['waiting', 'approved', 'refused'] }).notNull(),
    decidedBy: text('decided_by'),
    decidedAt: integer('decided_at'),
    /** Why it was refused. */
    reason: text('reason'),
  },
  (t) => [
    // one question at a time about one thing
    uniqueIndex('approvals_waiting').on(t.kind, t.subject).where(sql`status = 'waiting'`),
    index('approvals_status').on(t.status, t.askedAt, t.id),
    index('approvals_asked').on(t.askedAt, t.id),
  ],
)
