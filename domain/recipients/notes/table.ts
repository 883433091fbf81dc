// Notes of the office about a member or a recipient (rule notes).
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A row is added and deleted, never changed. It is about one of the two; triggers take a recipient's with their row, or with another number in it. */
export const notes = sqliteTable(
  'notes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: text('user_id'),
    numberId: integer('number_id'),
    by: text('by').notNull(),
    at: integer('at').notNull(),
    text: text('text').notNull(),
  },
  (t) => [
    index('notes_user').on(t.userId, t.id).where(sql`user_id is not null`),
    index('notes_number').on(t.numberId, t.id).where(sql`number_id is not null`),
  ],
)
