// Tags, and which recipients have them (rule tags).
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const tags = sqliteTable(
  'tags',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    /** The name in small letters; of a deleted one its id, so that the name is free. */
    key: text('key').notNull(),
    /** How many have it, moved with each of them. */
    people: integer('people').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Epoch ms: nobody sees it any more, and who had it loses it within the hour; null: it is in use. */
    deletedAt: integer('deleted_at'),
  },
  (t) => [uniqueIndex('tags_key').on(t.key)],
)

/** Without a rowid: a row is some 14 bytes, and the index of the recipient as many. A trigger takes a recipient's with their row. */
export const phoneTags = sqliteTable(
  'phone_tags',
  { tagId: integer('tag_id').notNull(), numberId: integer('number_id').notNull() },
  (t) => [primaryKey({ columns: [t.tagId, t.numberId] }), index('phone_tags_number').on(t.numberId)],
)
