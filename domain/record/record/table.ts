// The record's chain: a row for each day that is closed (rule record-chain). Append-only, like what it seals.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const recordDays = sqliteTable('record_days', {
  /** YYYY-MM-DD, Asia/Jakarta: the last day that this row closes. */
  day: text('day').primaryKey(),
  /** The head of the row before; empty for the first one. */
  previous: text('previous').notNull(),
  /** SHA-256, hex, of the day, the head before it and the parts. */
  head: text('head').notNull(),
  /** JSON: `Parts` of chain.ts. */
  parts: text('parts').notNull(),
  /** When the head was also written to the bucket, epoch ms; null: not yet. */
  storedAt: integer('stored_at'),
})
