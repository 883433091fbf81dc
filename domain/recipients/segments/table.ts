// Segments: conditions on recipients, under a name (rule segments).
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const segments = sqliteTable(
  'segments',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** JSON: a Rule of contract/recipients/segments.ts. */
    rule: text('rule').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    changedAt: integer('changed_at').notNull(),
  },
  (t) => [uniqueIndex('segments_name').on(t.name)],
)
