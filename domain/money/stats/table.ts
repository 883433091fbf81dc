// Daily figures of each person and Jakarta day; rows with user_id '' are the sums over everybody.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Sen } from '../../../contract/ground/money.ts'

export const dailyStats = sqliteTable(
  'daily_stats',
  {
    userId: text('user_id').notNull(),
    /** YYYY-MM-DD, Asia/Jakarta. */
    day: text('day').notNull(),
    success: integer('success').notNull().default(0),
    fail: integer('fail').notNull().default(0),
    /** blast_income less reversals. */
    incomeSen: integer('income_sen').$type<Sen>().notNull().default(0),
    referralSen: integer('referral_sen').$type<Sen>().notNull().default(0),
    /** What accrued on this day and is not in the ledger yet, signed; always 0 in the rows of everybody. */
    unpostedIncomeSen: integer('unposted_income_sen').$type<Sen>().notNull().default(0),
    unpostedReversalSen: integer('unposted_reversal_sen').$type<Sen>().notNull().default(0),
    unpostedReferralSen: integer('unposted_referral_sen').$type<Sen>().notNull().default(0),
    /** How often the day was posted to the ledger. */
    postings: integer('postings').notNull().default(0),
    /** The most accounts that were connected at once, by a count every hour. */
    connected: integer('connected').notNull().default(0),
    demo: integer('demo').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.userId, t.day] })],
)

/** Running totals that lists and dashboards read instead of counting (rule paging). */
export const counters = sqliteTable('counters', { name: text('name').primaryKey(), value: integer('value').notNull() })
