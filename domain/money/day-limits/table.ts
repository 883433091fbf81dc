// What was decided about whose money, for the limits of a day (rule day-limits).
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Rupiah } from '../../../contract/ground/money.ts'

export const dayDecisions = sqliteTable(
  'day_decisions',
  {
    /** bonus: given. withdraw: accepted, or frozen into a payout batch. */
    kind: text('kind', { enum: ['bonus', 'withdraw'] }).notNull(),
    /** Id of the bonus or the request, which counts once however often it is decided. */
    subject: text('subject').notNull(),
    beneficiaryId: text('beneficiary_id').notNull(),
    decidedBy: text('decided_by').notNull(),
    /** 1: nobody else had to approve it. */
    alone: integer('alone').notNull(),
    /** Whole rupiah. */
    amount: integer('amount').$type<Rupiah>().notNull(),
    at: integer('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.subject] }),
    index('day_decisions_beneficiary').on(t.beneficiaryId, t.at),
    index('day_decisions_decider').on(t.decidedBy, t.at),
    index('day_decisions_at').on(t.at),
  ],
)
