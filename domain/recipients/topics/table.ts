// What people do not want to be written to about (rule topics).
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const topicRefusals = sqliteTable(
  'topic_refusals',
  {
    number: text('number').notNull(),
    /** As templates have it. */
    topic: text('topic').notNull(),
    /** Epoch ms. */
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.number, t.topic] })],
)
