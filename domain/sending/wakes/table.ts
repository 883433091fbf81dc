// Accounts that were woken in vain.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Accounts that the cron woke. One that wrote its row since has another due time there, and counts as awake. */
export const unansweredWakes = sqliteTable('unanswered_wakes', {
  accountId: text('account_id').primaryKey(),
  /** The due time that the cron gave the row when it woke the account. */
  dueAt: integer('due_at').notNull(),
  /** Wakes in a row without an answer. */
  tries: integer('tries').notNull(),
})
