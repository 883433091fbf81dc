// When the cron's rounds last ended well.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const cronEnds = sqliteTable('cron_ends', {
  /** The round of every minute, the tidying of every hour, the night's backup once it is whole, the looks for troubles. */
  round: text('round', { enum: ['minute', 'hour', 'backup', 'watch', 'watch_hour'] }).primaryKey(),
  endedAt: integer('ended_at').notNull(),
})
