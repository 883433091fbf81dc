// Where the cron's rounds over many accounts stand.
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const cronRounds = sqliteTable('cron_rounds', {
  name: text('name', { enum: ['holders'] }).primaryKey(),
  /** The last account that this round came past; the next minute begins behind it. */
  after: text('after').notNull(),
})
