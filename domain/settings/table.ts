// Global settings, a row each; absent means the default of contract/settings.ts.
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const settings = sqliteTable('settings', { key: text('key').primaryKey(), value: text('value').notNull() })
