// What happened to the place as a whole, and when it last did.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const milestones = sqliteTable('milestones', {
  /**
   * release: another one than before began to run. drill: the place's newest backup was opened and found whole.
   * rates: the first day of which messages were counted for `rate_days`, midnight UTC.
   */
  name: text('name', { enum: ['release', 'drill', 'rates'] }).primaryKey(),
  /** Of the release, or with which the backup was opened; else empty. */
  version: text('version').notNull(),
  at: integer('at').notNull(),
  /** Of a drill; null: one of before, which opened no backup of this place. */
  tookMs: integer('took_ms'),
})
