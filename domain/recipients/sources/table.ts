// Sources of consent: what is kept of one, whether it is held, and what was said against it (rule source-hold).
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Only sources about which something is kept: any other is the words in its recipients' rows, and nothing else. */
export const consentSources = sqliteTable(
  'consent_sources',
  {
    /** The words, as in `phone_numbers.consent_source`. */
    name: text('name').primaryKey(),
    /** What people were told when they agreed. */
    told: text('told'),
    /** Who told them. */
    toldBy: text('told_by'),
    /** Where the proof lies: a link, or where somebody finds the sheets. */
    proof: text('proof'),
    /** Of templates, which people agreed to be sent; empty: no one topic. */
    topic: text('topic').notNull().default(''),
    /** Epoch ms; null: it is not held. */
    heldAt: integer('held_at'),
    /** null: the disputes did, or, where `held_why` says it, its rates. */
    heldBy: text('held_by'),
    heldWhy: text('held_why'),
    /** Disputes until then count no more. */
    releasedAt: integer('released_at'),
    releasedBy: text('released_by'),
    /** 1 once `suppressed` of all its recipients says what `held_at` does. */
    marked: integer('marked').$type<0 | 1>().notNull().default(1),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    // what a claim asks for each number that it looks at: nearly always empty
    uniqueIndex('consent_sources_held').on(t.name).where(sql`held_at is not null`),
  ],
)

/** People who say that they never agreed to a source, once for each consent: by the keyed hash alone. */
export const disputes = sqliteTable(
  'disputes',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    hash: text('hash').notNull(),
    source: text('source').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [index('disputes_source').on(t.source, t.at)],
)
