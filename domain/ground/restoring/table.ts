// A database that is being restored: one row, absent until the first time (rule restore-gate).
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const restorations = sqliteTable('restorations', {
  /** Always 1. */
  id: integer('id').primaryKey(),
  /** Id of the backup; null: the database came back by Time Travel, and only the journal is told to it. */
  backup: text('backup'),
  /** Epoch ms: what happened from here on comes from the journal and the objects. */
  since: integer('since').notNull(),
  /** JSON: the key of each part, by its name. Deleted at the end. */
  keys: text('keys'),
  /** missing: as tables, into a database that has people, and without their factors. */
  phase: text('phase', {
    enum: ['tables', 'missing', 'stops', 'numbers', 'settled', 'accounts', 'objects', 'rows', 'done'],
  })
    .notNull()
    .default('tables'),
  /** How far the phase is; empty: at its beginning. */
  after: text('after').notNull().default(''),
  /** Another cron works on it until then, epoch ms. */
  leaseUntil: integer('lease_until').notNull().default(0),
  /** JSON: what was done so far. */
  report: text('report').notNull().default('{}'),
  startedAt: integer('started_at').notNull(),
  /** null: nothing is claimed and nothing is settled. */
  doneAt: integer('done_at'),
})
