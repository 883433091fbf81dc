// Imports, the small ones that one answer does included: the progress of each, and the rows that it skipped (rule imports).
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { SkipReason } from '../../../contract/recipients/imports.ts'

export const imports = sqliteTable(
  'import_jobs',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['phonenumber', 'proxy', 'message', 'suppression'] }).notNull(),
    status: text('status', { enum: ['running', 'done', 'failed'] }).notNull(),
    /** Key in the bucket; the file is deleted when the import ends. */
    fileKey: text('file_key').notNull(),
    fileName: text('file_name').notNull(),
    format: text('format', { enum: ['csv', 'json'] }).notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    /** The format that was found at the beginning of the file, for the steps that begin in the middle of it. */
    head: text('head').notNull(),
    /** What was said of all rows at once: of recipients the source of their consent, of stops the reason. */
    consentSource: text('consent_source'),
    by: text('by').notNull(),
    /** SHA-256 of the file, hex; null: it is taken at the end. */
    sha256: text('sha256'),
    /** As in `consent_imports`; null: no consent comes of this kind, or it began before imports were sealed. */
    importNo: integer('import_no'),
    /** JSON: ids of the tags that it gave (rule tags); null: none. */
    tags: text('tags'),
    /** Bytes of the file whose rows are in the tables; written in the rows' transaction, which a null makes fail. */
    cursorBytes: integer('cursor_bytes').notNull(),
    rowsRead: integer('rows_read').notNull().default(0),
    created: integer('created').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    /** Of those created. */
    landlines: integer('landlines').notNull().default(0),
    error: text('error'),
    createdAt: integer('created_at').notNull(),
    /** Last sign of life: the cron wakes a running import that has stalled. */
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('import_jobs_status').on(t.status, t.updatedAt)],
)

/** What the sealed record keeps of an import of recipients or stops, once it has ended (rule sealed-consent). Append-only. */
export const consentImports = sqliteTable(
  'consent_imports',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** When it ended. */
    at: integer('at').notNull(),
    /** As in the rows of `consent_history` that it made. */
    importNo: integer('import_no').notNull(),
    kind: text('kind', { enum: ['phonenumber', 'suppression'] }).notNull(),
    /** Of the whole file, hex; null: it was gone before its end. */
    sha256: text('sha256'),
    sizeBytes: integer('size_bytes').notNull(),
    rowsRead: integer('rows_read').notNull(),
    created: integer('created').notNull(),
    skipped: integer('skipped').notNull(),
    source: text('source'),
    by: text('by').notNull(),
    /** 1: it ended at a row that could not be read; the rows before it were taken. */
    failed: integer('failed').$type<0 | 1>().notNull(),
  },
  (t) => [uniqueIndex('consent_imports_no').on(t.importNo)],
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
