// What the daily look at members reads, and what it finds (rules fraud-signals, withdraw-hold).
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { SIGNAL_KINDS } from '../../../contract/money/fraud.ts'

/** Messages of blasts that arrived at linked accounts: few recipients are members, so there are few rows. */
export const messagesToMembers = sqliteTable(
  'messages_to_members',
  {
    userId: text('user_id').notNull(),
    /** Whose account got them; may be the sender. */
    toUserId: text('to_user_id').notNull(),
    /** YYYY-MM-DD, Asia/Jakarta. */
    day: text('day').notNull(),
    successes: integer('successes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.toUserId, t.day] }), index('messages_to_members_day').on(t.day)],
)

/** How many paid messages of an account's day brought a delivery receipt until some days later. */
export const accountDeliveries = sqliteTable(
  'account_deliveries',
  {
    userId: text('user_id').notNull(),
    day: text('day').notNull(),
    accountId: text('account_id').notNull(),
    success: integer('success').notNull(),
    delivered: integer('delivered').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.day, t.accountId] }), index('account_deliveries_day').on(t.day)],
)

export const fraudScores = sqliteTable(
  'fraud_scores',
  {
    userId: text('user_id').notNull(),
    day: text('day').notNull(),
    score: integer('score').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.day] }), index('fraud_scores_day').on(t.day, t.score, t.userId)],
)
export const fraudSignals = sqliteTable(
  'fraud_signals',
  {
    userId: text('user_id').notNull(),
    day: text('day').notNull(),
    kind: text('kind', { enum: SIGNAL_KINDS as [(typeof SIGNAL_KINDS)[number], ...typeof SIGNAL_KINDS] }).notNull(),
    points: integer('points').notNull(),
    /** JSON: ids of other members, and counts; never a number of a recipient. */
    evidence: text('evidence').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.day, t.kind] }), index('fraud_signals_day').on(t.day)],
)

/** While one is open no withdraw of this member can be accepted. It takes nothing from them. */
export const withdrawHolds = sqliteTable(
  'withdraw_holds',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    at: integer('at').notNull(),
    /** The admin who put it; null: the score did. */
    by: text('by'),
    reason: text('reason').notNull(),
    /** When it was put and when it was lifted: the score puts another one only when it is higher than a person has looked at. */
    score: integer('score').notNull().default(0),
    liftedAt: integer('lifted_at'),
    liftedBy: text('lifted_by'),
    liftedReason: text('lifted_reason'),
  },
  (t) => [
    uniqueIndex('withdraw_holds_open').on(t.userId).where(sql`lifted_at is null`),
    index('withdraw_holds_user').on(t.userId, t.id),
  ],
)
