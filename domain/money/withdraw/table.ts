// Withdraw requests with the bank details of their day, and the append-only steps and proofs of each (rules withdraw-steps,
// paid-is-paid, payout-proof).
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Rupiah } from '../../../contract/ground/money.ts'

const PAYMENTS = ['ordered', 'paid', 'returned'] as const

export const withdraws = sqliteTable(
  'withdraws',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    /** Whole rupiah. */
    nominal: integer('nominal').$type<Rupiah>().notNull(),
    status: text('status', { enum: ['requested', 'accepted', 'rejected'] }).notNull(),
    /**
     * How far its money is at the bank: ordered and paid belong to `accepted`, returned to `rejected`; null: nothing was ordered.
     * A trigger keeps every statement, also of the version before, from taking back what is ordered (migrations/0036_paid_is_paid.sql).
     */
    payment: text('payment', { enum: PAYMENTS }),
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
    /** The bucket's key of the newest image that proves the payment; all that ever were are in `withdraw_proofs`. */
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
    // small: a request is in it from its acceptance until its transfer is ordered
    index('withdraws_to_transfer').on(t.decidedAt).where(sql`status = 'accepted' and payment is null`),
    // what the bank has and did not answer yet
    index('withdraws_ordered').on(t.decidedAt).where(sql`payment = 'ordered'`),
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
    /** Why it was rejected or returned, in words for the member; null: no reason was given, or none is needed. */
    reason: text('reason'),
    /** How far the money is after this step; null: a step of a version that did not say, of which the backfill makes orders. */
    payment: text('payment', { enum: ['none', ...PAYMENTS] }),
    /** Of an order: what the bank calls the transfer by. */
    reference: text('reference'),
  },
  (t) => [
    primaryKey({ columns: [t.withdrawId, t.step] }),
    index('withdraw_steps_payment').on(t.payment, t.withdrawId).where(sql`payment in ('ordered', 'returned')`),
  ],
)

/** Only added to: a new image supersedes the one before, and triggers refuse changes and removals (rule payout-proof). */
export const withdrawProofs = sqliteTable(
  'withdraw_proofs',
  {
    withdrawId: text('withdraw_id').notNull(),
    /** Counts up from 1 for each request. */
    n: integer('n').notNull(),
    /** payment: an image of the transfer. return: what shows that the bank sent the money back, an image or a bank's result. */
    kind: text('kind', { enum: ['payment', 'return'] }).notNull(),
    /** The bucket's key. */
    key: text('key').notNull(),
    by: text('by').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.withdrawId, t.n] })],
)
