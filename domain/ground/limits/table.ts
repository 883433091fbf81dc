// How often somebody made a rate-limited call, by the minute.
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const requestCounts = sqliteTable(
  'request_counts',
  {
    /** The limit's name and who is counted: `register:<address>`, `import:<user id>`. */
    key: text('key').notNull(),
    /** Minute, epoch. */
    window: integer('window').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.window] })],
)
