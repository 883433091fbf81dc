// Acts on every recipient that matches: how far each is, and whom it changed (rule bulk-acts).
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { BULK_ACTS, BULK_STATUSES } from '../../../contract/recipients/bulk-acts.ts'

export const bulkActs = sqliteTable(
  'bulk_acts',
  {
    id: text('id').primaryKey(),
    act: text('act', { enum: BULK_ACTS }).notNull(),
    status: text('status', { enum: BULK_STATUSES }).notNull(),
    /** JSON: a Rule of contract/recipients/segments.ts, as it was at the press; of an import's rows everybody. Empty once it has ended: it may name somebody. */
    rule: text('rule').notNull(),
    tagId: integer('tag_id'),
    importId: text('import_id'),
    /** Of stops. */
    reason: text('reason'),
    by: text('by').notNull(),
    /** As confirmed: no more are changed. */
    people: integer('people').notNull(),
    /** Ids above it came later. */
    lastId: integer('last_id').notNull(),
    /** All recipients up to it, and those that were looked at. */
    total: integer('total').notNull(),
    looked: integer('looked').notNull().default(0),
    /** The id after which the next step begins; written in the step's transaction. */
    cursor: integer('cursor').notNull(),
    matched: integer('matched').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    undone: integer('undone').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    /** Last sign of life: the cron wakes one that has stalled. */
    updatedAt: integer('updated_at').notNull(),
    /** Epoch ms; null: it cannot be taken back, or has not ended. */
    undoUntil: integer('undo_until'),
  },
  (t) => [index('bulk_acts_status').on(t.status, t.updatedAt)],
)

/** Whom a step changed: ids by their differences, the first from 0; some two bytes each. */
export const bulkMoves = sqliteTable(
  'bulk_moves',
  {
    actId: text('act_id').notNull(),
    firstId: integer('first_id').notNull(),
    ids: text('ids').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.actId, t.firstId] })],
)

/** Ids of the recipients that a step of an import made; they follow each other. */
export const importMade = sqliteTable(
  'import_made',
  { jobId: text('job_id').notNull(), firstId: integer('first_id').notNull(), lastId: integer('last_id').notNull() },
  (t) => [primaryKey({ columns: [t.jobId, t.firstId] })],
)

/**
 * Recipients that somebody edited since, one by one, or who said themselves what they agree to: what an act changed of them is not taken back.
 * Triggers and the tags' own statements write it.
 */
export const recipientTouches = sqliteTable(
  'recipient_touches',
  {
    numberId: integer('number_id').notNull(),
    /** 0: the row itself. */
    tagId: integer('tag_id').notNull(),
    at: integer('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.numberId, t.tagId] }), index('recipient_touches_at').on(t.at)],
)
