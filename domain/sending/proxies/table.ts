// Proxies; one linked account each (rule proxy-one-account).
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const proxies = sqliteTable(
  'proxies',
  {
    id: text('id').primaryKey(),
    value: text('value').notNull(),
    status: text('status', { enum: ['active', 'nonactive', 'in use'] }).notNull(),
    countUse: integer('count_use').notNull().default(0),
    assignedTo: text('leased_by'),
    failedProbes: integer('failed_probes').notNull().default(0),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('proxies_value').on(t.value),
    index('proxies_free').on(t.status, t.countUse, t.id),
    uniqueIndex('proxies_leased').on(t.assignedTo),
    index('proxies_created').on(t.createdAt, t.id),
  ],
)
