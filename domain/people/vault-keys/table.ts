// How many rows of each account's vault are sealed with which key of VAULT_KEYS, as its object counted them last (rule vault-keys).
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const vaultRows = sqliteTable(
  'vault_rows',
  {
    accountId: text('account_id').notNull(),
    /** `?`: rows whose key cannot be told. Empty, with no rows: the account was counted and keeps nothing. */
    kid: text('kid').notNull(),
    rows: integer('rows').notNull(),
    /** Epoch ms: runners were handed what is under old keys here, and opened none of it. null: they were not. */
    triedAt: integer('tried_at'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.kid] }), index('vault_rows_kid').on(t.kid, t.accountId)],
)
