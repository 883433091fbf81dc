// Imports too big for one answer: where each stands, and what it left out (rule imports).
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { SkipReason } from '../../contract/imports.ts'

export const imports = sqliteTable(
  'import_jobs',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['phonenumber', 'proxy', 'message'] }).notNull(),
    status: text('status', { enum: ['running', 'done', 'failed'] }).notNull(),
    /** Key in the bucket; the file is deleted when the import ends. */
    fileKey: text('file_key').notNull(),
    fileName: text('file_name').notNull(),
    format: text('format', { enum: ['csv', 'json'] }).notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    /** What the beginning of the file says about the rest of it. */
    head: text('head').notNull(),
    consentSource: text('consent_source'),
    by: text('by').notNull(),
    /** Bytes of the file that are in the tables; moves with them in one transaction, and null fails that transaction. */
    cursorBytes: integer('cursor_bytes').notNull(),
    rowsRead: integer('rows_read').notNull().default(0),
    created: integer('created').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    error: text('error'),
    createdAt: integer('created_at').notNull(),
    /** Last sign of life: the cron wakes a running import that has stalled. */
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('import_jobs_status').on(t.status, t.updatedAt)],
)

export const importSkips = sqliteTable(
  'import_skips',
  {
    importId: text('job_id').notNull(),
    /** 1-based row of the file. */
    row: integer('row').notNull(),
    /** The number, proxy or caption. */
    value: text('value').notNull(),
    name: text('name').notNull().default(''),
    reason: text('reason').$type<SkipReason>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.row] }), index('import_skips_value').on(t.value)],
)
