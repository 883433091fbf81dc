// Who changed a person's bank details, when, and what they were (rule bank-change). Only added to.
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const bankChanges = sqliteTable(
  'bank_changes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    /** The person, or an admin. */
    by: text('by').notNull(),
    at: integer('at').notNull(),
    /** 1: money could have gone to other details before. 0: the first filling of empty ones. */
    replaced: integer('replaced').notNull(),
    beforeBank: text('before_bank').notNull(),
    beforeNumber: text('before_number').notNull(),
    beforeName: text('before_name').notNull(),
    accountBank: text('account_bank').notNull(),
    accountNumber: text('account_number').notNull(),
    accountName: text('account_name').notNull(),
  },
  (t) => [
    index('bank_changes_user').on(t.userId, t.at, t.id),
    index('bank_changes_replaced').on(t.userId).where(sql`replaced = 1`),
  ],
)
