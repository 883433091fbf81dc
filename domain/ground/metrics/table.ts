// What was counted, in buckets of five minutes, which become hours after two days.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const measures = sqliteTable('measures', {
  /** When the bucket begins, epoch ms. The row of 0 adds up all buckets before `through`. */
  at: integer('at').primaryKey(),
  /** JSON: key of a series (ground/tally/rules.ts) → what was counted. */
  counts: text('counts').notNull(),
  through: integer('through'),
})
