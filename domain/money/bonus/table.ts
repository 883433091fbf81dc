// Bonuses. Deleting one only marks it, and a reversal in the ledger takes the money back (rule bonus).
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Rupiah } from '../../../contract/ground/money.ts'

export const bonuses = sqliteTable(
  'bonuses',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    adminId: text('admin_id').notNull(),
    /** Whole rupiah. */
    nominal: integer('nominal').$type<Rupiah>().notNull(),
    reason: text('reason').notNull(),
    createdAt: integer('created_at').notNull(),
    deletedAt: integer('deleted_at'),
  },
  (t) => [
    index('bonuses_user').on(t.userId, t.createdAt, t.id).where(sql`deleted_at is null`),
    index('bonuses_user_nominal').on(t.userId, t.nominal, t.id).where(sql`deleted_at is null`),
    index('bonuses_created').on(t.createdAt, t.id).where(sql`deleted_at is null`),
    index('bonuses_nominal').on(t.nominal, t.id).where(sql`deleted_at is null`),
  ],
)
