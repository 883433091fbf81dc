// Payout batches and their lines (rule payout-batch). A line keeps what its batch did; the request itself says where it stands.
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Rupiah } from '../../../contract/ground/money.ts'

export const payoutBatches = sqliteTable(
  'payout_batches',
  {
    id: text('id').primaryKey(),
    number: integer('number').notNull(),
    status: text('status', { enum: ['frozen', 'done', 'released'] }).notNull(),
    count: integer('count').notNull(),
    /** Whole rupiah. */
    total: integer('total').$type<Rupiah>().notNull(),
    accepted: integer('accepted').notNull().default(0),
    returned: integer('returned').notNull().default(0),
    /** 1: another person must approve it before its file can be downloaded (rule second-person). */
    needsSecond: integer('needs_second').notNull(),
    approvedBy: text('approved_by'),
    approvedAt: integer('approved_at'),
    /** When its file was given out first, which ordered all of its requests; null: it can still be let go (rule paid-is-paid). */
    fetchedAt: integer('fetched_at'),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('payout_batches_number').on(t.number), index('payout_batches_created').on(t.createdAt, t.id)],
)

export const payoutLines = sqliteTable(
  'payout_lines',
  {
    batchId: text('batch_id').notNull(),
    withdrawId: text('withdraw_id').notNull(),
    position: integer('position').notNull(),
    /** What the bank's file and its result call the line by. */
    reference: text('reference').notNull(),
    status: text('status', { enum: ['waiting', 'accepted', 'returned', 'released'] }).notNull(),
    reason: text('reason'),
    decidedAt: integer('decided_at'),
  },
  (t) => [primaryKey({ columns: [t.batchId, t.withdrawId] }), uniqueIndex('payout_lines_reference').on(t.reference)],
)
