// Withdraw requests with the bank details of their day, and the append-only steps of each (rule withdraw-steps).
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const withdraws = sqliteTable(
  'withdraws',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    /** Whole rupiah. */
    nominal: integer('nominal').notNull(),
    status: text('status', { enum: ['requested', 'accepted', 'rejected'] }).notNull(),
    accountName: text('account_name').notNull(),
    accountBank: text('account_bank').notNull(),
    accountNumber: text('account_number').notNull(),
    /** How many steps it has taken; the next one must be one more. */
    step: integer('step').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    decidedAt: integer('decided_at'),
    decidedBy: text('decided_by'),
    /** The payout batch that it is frozen in; null: it can be decided by itself. */
    payoutId: text('payout_id'),
    /** The bucket's key of the image that proves the payment. */
    proofKey: text('proof_key'),
  },
  (t) => [
    index('withdraws_user').on(t.userId, t.createdAt, t.id),
    index('withdraws_user_nominal').on(t.userId, t.nominal, t.id),
    index('withdraws_created').on(t.createdAt, t.id),
    index('withdraws_nominal').on(t.nominal, t.id),
    index('withdraws_status').on(t.status, t.decidedAt),
    index('withdraws_status_created').on(t.status, t.createdAt, t.id),
    index('withdraws_status_nominal').on(t.status, t.nominal, t.id),
  ],
)

export const withdrawSteps = sqliteTable(
  'withdraw_steps',
  {
    withdrawId: text('withdraw_id').notNull(),
    /** Unique: when two people decide at once, the second one's transaction fails. */
    step: integer('step').notNull(),
    fromStatus: text('from_status').notNull(),
    toStatus: text('to_status').notNull(),
    by: text('by').notNull(),
    at: integer('at').notNull(),
    /** Why it was rejected, in words for the member; null: no reason was given, or none is needed. */
    reason: text('reason'),
  },
  (t) => [primaryKey({ columns: [t.withdrawId, t.step] })],
)
