// Keys of writes, with the answer that was given (rule one-press). Neither a key nor an answer can be read here.
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const presses = sqliteTable(
  'presses',
  {
    userId: text('user_id').notNull(),
    /** SHA-256 of the key. */
    key: text('key').notNull(),
    /** The one request whose writes count. */
    request: text('request').notNull(),
    /** SHA-256 of key, method, path and body; null: the key is burnt. */
    fingerprint: text('fingerprint'),
    /** The account whose object has the effect and knows whether it happened; null: this row came with the effect. */
    accountId: text('account_id'),
    at: integer('at').notNull(),
    /** Of the answer; null: not stored yet, or lost; 102: more batches of the act follow, or were lost. */
    status: integer('status'),
    /** Sealed by the key. */
    answer: text('answer'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index('presses_at').on(t.at)],
)
