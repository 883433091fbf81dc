// How far each of the cron's rounds over many accounts, members or recipients has come. Each belongs to the store that writes its name.
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const cronRounds = sqliteTable('cron_rounds', {
  name: text('name').primaryKey(),
  /** Behind which id the next minute begins; where a round must know more, as its store writes it. */
  after: text('after').notNull(),
})
