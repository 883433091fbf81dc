// Global settings, one row each; a setting without a row has its default (contract/ground/settings.ts).
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const settings = sqliteTable('settings', { key: text('key').primaryKey(), value: text('value').notNull() })
