// Waits that a tied decider opened, because nobody else may decide (rule decider-wait). Only added to: triggers refuse removals and every
// change but the member's one objection.
import { TIE_KINDS } from '../../../contract/people/ties.ts'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const withdrawWaits = sqliteTable(
  'withdraw_waits',
  {
    withdrawId: text('withdraw_id').notNull(),
    /** The request's step when it was opened: after another one it counts no longer. */
    step: integer('step').notNull(),
    /** Who opened it, and who alone may decide after it. */
    by: text('by').notNull(),
    at: integer('at').notNull(),
    until: integer('until').notNull(),
    /** What tied them to the member. */
    tie: text('tie', { enum: TIE_KINDS }).notNull(),
    /** When the member pressed *Bukan saya*; null: they did not. */
    objectedAt: integer('objected_at'),
  },
  (t) => [primaryKey({ columns: [t.withdrawId, t.step, t.by] })],
)
