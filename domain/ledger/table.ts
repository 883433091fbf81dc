// Append-only money in sen. `balances` moves in the same transaction as the entries and always equals their sum.
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const LEDGER_KINDS = [
  'blast_income',
  'referral_income',
  'bonus',
  'bonus_reversal',
  'withdraw_hold',
  'withdraw_release',
  'income_reversal',
] as const

export const ledger = sqliteTable(
  'ledger',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    kind: text('kind', { enum: LEDGER_KINDS }).notNull(),
    /** Signed sen. */
    amountSen: integer('amount_sen').notNull(),
    /** Says what this entry is for, once: writing it again fails. */
    ref: text('ref').notNull(),
    at: integer('at').notNull(),
    demo: integer('demo').notNull().default(0),
  },
  (t) => [uniqueIndex('ledger_ref').on(t.ref), index('ledger_user').on(t.userId, t.id)],
)

export const balances = sqliteTable('balances', {
  userId: text('user_id').primaryKey(),
  balanceSen: integer('balance_sen').notNull(),
  bonusSen: integer('bonus_sen').notNull().default(0),
  referralSen: integer('referral_sen').notNull().default(0),
})

/** One row a settled batch: what makes a repeated batch change nothing, and what its reversals need. */
export const settlements = sqliteTable(
  'settlements',
  {
    accountId: text('account_id').notNull(),
    sequence: integer('sequence').notNull(),
    userId: text('user_id').notNull(),
    referrerId: text('referrer_id'),
    referralPercent: integer('referral_percent').notNull().default(0),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.sequence] })],
)
