// People who must not be written to. Kept by keyed hash, so that an erased person stays suppressed (decisions 1, 3).
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const suppressions = sqliteTable(
  'suppressions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** HMAC of the number, or of `lid:` + lid. */
    hash: text('hash').notNull(),
    number: text('number'),
    lid: text('lid'),
    via: text('via', { enum: ['reply', 'button', 'page', 'admin'] }).notNull(),
    /** Account that received it, or who did it. */
    by: text('by'),
    reason: text('reason'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('suppressions_hash').on(t.hash),
    index('suppressions_number').on(t.number),
    index('suppressions_created').on(t.createdAt),
  ],
)

/** Append-only record of consent given and withdrawn, kept apart from the number for 5 years. */
export const consentHistory = sqliteTable(
  'consent_history',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    hash: text('hash').notNull(),
    number: text('number'),
    event: text('event', { enum: ['granted', 'withdrawn', 'opt_out', 'erased'] }).notNull(),
    source: text('source'),
    by: text('by'),
    at: integer('at').notNull(),
  },
  (t) => [index('consent_history_hash').on(t.hash, t.id)],
)
