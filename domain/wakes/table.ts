// How far each of the cron's rounds over many accounts has come.
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const cronRounds = sqliteTable('cron_rounds', {
  name: text('name', { enum: ['holders', 'fraud', 'fraud-shown', 'vault-keys'] }).primaryKey(),
  /** The last account that this round has handled, of `fraud` the day and the last member; the next minute begins after it. */
  after: text('after').notNull(),
})
