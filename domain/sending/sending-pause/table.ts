// The switch that pauses all sending: one row, absent until it was turned for the first time (rule sending-pause).
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const sendingPause = sqliteTable('sending_pause', {
  /** Always 1. */
  id: integer('id').primaryKey(),
  /** Grows with every change. */
  version: integer('version').notNull(),
  /** null: sending is allowed. */
  reason: text('reason'),
  /** Who turned it last, and when (epoch ms). */
  byId: text('by_id').notNull(),
  byName: text('by_name').notNull(),
  at: integer('at').notNull(),
})
