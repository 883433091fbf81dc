// Generators and validators. The truth about a running one is in its sender's object; this row follows it.
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CheckPhase } from '../../../contract/sending/number-checks.ts'

export const numberChecks = sqliteTable(
  'number_checks',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: ['generator', 'validator'] }).notNull(),
    userId: text('user_id').notNull(),
    /** The sender, whose object does the work. */
    whatsappId: text('whatsapp_id').notNull(),
    /** Of a generator. */
    startNumber: text('start_number'),
    endNumber: text('end_number'),
    /** Of a validator: the file as it was given; its parts stand beside it in the bucket. */
    fileName: text('file_name'),
    fileKey: text('file_key'),
    fileBytes: integer('file_bytes').notNull().default(0),
    /** The format that was found at the beginning of the file, for the steps that begin in the middle of it. */
    fileHead: text('file_head'),
    /** reading: its parts are still being made. */
    source: text('source', { enum: ['ready', 'reading', 'broken'] })
      .notNull()
      .default('ready'),
    /** Bytes and rows of the file that are in the parts; rows that hold no number are left out of them. */
    readBytes: integer('read_bytes').notNull().default(0),
    readRows: integer('read_rows').notNull().default(0),
    total: integer('total').notNull(),
    /** How many numbers were answered; also the place of the next number to ask about. */
    cursor: integer('cursor').notNull().default(0),
    currentNumber: text('current_number'),
    countSuccess: integer('count_success').notNull().default(0),
    countFail: integer('count_fail').notNull().default(0),
    status: text('status', { enum: ['sending', 'idle'] })
      .notNull()
      .default('idle'),
    phase: text('phase').$type<CheckPhase>().notNull().default('idle'),
    error: text('error'),
    bInsert: integer('b_insert').$type<0 | 1>().notNull().default(0),
    /** Found numbers before this place are in the list of numbers; written in the transaction that inserts them. */
    listedTo: integer('listed_to').notNull().default(0),
    listed: integer('listed').notNull().default(0),
    listDuplicates: integer('list_duplicates').notNull().default(0),
    listSuppressed: integer('list_suppressed').notNull().default(0),
    intervalMin: integer('interval_min').notNull(),
    intervalMax: integer('interval_max').notNull(),
    /** Grows with every save; an older one changes nothing. */
    version: integer('version').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    index('number_checks_user').on(t.kind, t.userId, t.createdAt, t.id),
    index('number_checks_kind').on(t.kind, t.createdAt, t.id),
    index('number_checks_account').on(t.whatsappId),
    index('number_checks_running').on(t.status).where(sql`status = 'sending'`),
    index('number_checks_reading').on(t.updatedAt).where(sql`source = 'reading'`),
    index('number_checks_start').on(t.startNumber).where(sql`start_number is not null`),
    index('number_checks_file').on(sql`file_name collate nocase`).where(sql`file_name is not null`),
  ],
)
