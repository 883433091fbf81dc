// Fields of recipients and their values, apart from the recipient's row (rule recipient-fields). Triggers of the migration take the values
// away with the row and with its number.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const recipientFields = sqliteTable('recipient_fields', {
  key: text('key').primaryKey(),
  name: text('name').notNull(),
  /** What stands in a message where a person has no value. */
  fallback: text('fallback').notNull().default(''),
  createdBy: text('created_by').notNull(),
  createdAt: integer('created_at').notNull(),
  /** Epoch ms: no claim brings it any more, and its values go within the hour; null: it is in use. */
  deletedAt: integer('deleted_at'),
  /** Of a deleted one: people up to this id have no value of it. */
  clearedTo: integer('cleared_to').notNull().default(0),
})
/** Who has none costs nothing. */
export const phoneFields = sqliteTable('phone_fields', {
  numberId: integer('number_id').primaryKey(),
  /** JSON: values by key, none of them empty. */
  fields: text('fields').notNull(),
})
