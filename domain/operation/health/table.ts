// When the cron's rounds last ended well, and when the hour's was last begun.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const cronEnds = sqliteTable('cron_ends', {
  /** The round of every minute, the tidying of every hour and its beginning, the night's backup once it is whole, the second place, the looks for troubles. */
  round: text('round', {
    enum: ['minute', 'hour', 'hour_begun', 'backup', 'second', 'watch', 'watch_hour'],
  }).primaryKey(),
  endedAt: integer('ended_at').notNull(),
})
