// Signed checkpoints of the record (rule checkpoints): what a day said, for the public page and its mail.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const recordCheckpoints = sqliteTable('record_checkpoints', {
  /** YYYY-MM-DD: the last closed day that it has, as in `record_days`. */
  day: text('day').primaryKey(),
  /** How many closed days it has. */
  size: integer('size').notNull(),
  /** The signed note. */
  note: text('note').notNull(),
  signedAt: integer('signed_at').notNull(),
  /** JSON: addresses that it was mailed to so far; empty again once all have it. */
  mailedTo: text('mailed_to').notNull().default('[]'),
  /** null: not all addresses have it yet. */
  mailedAt: integer('mailed_at'),
})
