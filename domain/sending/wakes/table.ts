// How far each of the cron's rounds over many accounts has come, and which accounts were woken in vain.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const cronRounds = sqliteTable('cron_rounds', {
  name: text('name', {
    enum: ['holders', 'fraud', 'fraud-shown', 'books', 'vault-keys', 'reconnect', 'grades', 'grades-typed'],
  }).primaryKey(),
  /** The last account that this round has handled, of `fraud` the day and the last member, of `grades-typed` the last audit entry; the next minute begins after it. */
  after: text('after').notNull(),
})

/** Accounts that the cron woke. One that wrote its row since has another due time there, and counts as awake. */
export const unansweredWakes = sqliteTable('unanswered_wakes', {
  accountId: text('account_id').primaryKey(),
  /** The due time that the cron gave the row when it woke the account. */
  dueAt: integer('due_at').notNull(),
  /** Wakes in a row without an answer. */
  tries: integer('tries').notNull(),
})
