// Append-only money in sen (rule append-only-ledger). `balances` moves in the same transaction as the entries and as
// what accrues between them, and always equals the sum of both.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Sen } from '../../../contract/ground/money.ts'
import { ACCRUED_KINDS, LEDGER_KINDS } from '../../../contract/money/ledger.ts'
import { isOfFigure } from './money-sql.ts'

export const ledger = sqliteTable(
  'ledger',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    kind: text('kind', { enum: LEDGER_KINDS }).notNull(),
    /** Signed sen. */
    amountSen: integer('amount_sen').$type<Sen>().notNull(),
    /** Says what this entry is for; unique, so that writing it again fails. */
    ref: text('ref').notNull(),
    at: integer('at').notNull(),
    demo: integer('demo').notNull().default(0),
  },
  (t) => [
    uniqueIndex('ledger_ref').on(t.ref),
    index('ledger_user').on(t.userId, t.id),
    // what daily_stats does not have, by its moment: a fraction of the entries
    index('ledger_moves')
      .on(t.at, t.userId, t.kind, t.amountSen)
      .where(sql.raw(isOfFigure('bonus', 'withheld'))),
  ],
)

export const balances = sqliteTable('balances', {
  userId: text('user_id').primaryKey(),
  /** The sum of the entries and of what accrued since. */
  balanceSen: integer('balance_sen').$type<Sen>().notNull(),
  bonusSen: integer('bonus_sen').$type<Sen>().notNull().default(0),
  referralSen: integer('referral_sen').$type<Sen>().notNull().default(0),
  /** No day before this one (YYYY-MM-DD) has accrued money that the ledger does not hold yet; null: none has. */
  unpostedSince: text('unposted_since'),
})

/**
 * The parts of a posting: messages of one account at one price, or what one referred person's messages earned. The
 * amounts of one posting and kind add up to its ledger entry. Without rowid (migration 0009).
 */
export const postingParts = sqliteTable(
  'posting_parts',
  {
    userId: text('user_id').notNull(),
    /** YYYY-MM-DD, Asia/Jakarta. */
    day: text('day').notNull(),
    /** Counts the postings of that day, from 1. */
    posting: integer('posting').notNull(),
    kind: text('kind', { enum: ACCRUED_KINDS }).notNull(),
    /** The account; of referral income the person who was referred. */
    source: text('source').notNull(),
    /** Sen a message; of referral income 0. */
    priceSen: integer('price_sen').$type<Sen>().notNull(),
    messages: integer('messages').notNull(),
    /** Signed sen. */
    amountSen: integer('amount_sen').$type<Sen>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.day, t.posting, t.kind, t.source, t.priceSen] })],
)

/**
 * One row for each settled batch: with it a repeated batch changes nothing, and reversals find their percent. Those of more
 * than SETTLED_DAYS become marks. Without rowid (migration 0009).
 */
export const settlements = sqliteTable(
  'settlements',
  {
    accountId: text('account_id').notNull(),
    sequence: integer('sequence').notNull(),
    referralPercent: integer('referral_percent').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.sequence] })],
)
/**
 * Every batch of the account from the mark before it up to this sequence is settled, none is missing, and each earned its
 * referrer this percent. Without rowid (migration 0009).
 */
export const settlementMarks = sqliteTable(
  'settlement_marks',
  {
    accountId: text('account_id').notNull(),
    throughSequence: integer('through_sequence').notNull(),
    referralPercent: integer('referral_percent').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.throughSequence] })],
)
