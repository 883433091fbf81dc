// One-off blasts. The truth about a running one is in its sender's object; this row follows it.
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { TARGET_KINDS } from '../../../contract/sending/one-off.ts'

export const oneOffs = sqliteTable(
  'blaster_jobs',
  {
    id: text('id').primaryKey(),
    /** The sender, whose object does the work. */
    whatsappId: text('whatsapp_id').notNull(),
    /** Who started it. */
    userId: text('user_id').notNull(),
    /** `all` is a flag: the receivers are decided by each claim. `test` goes to the sender's own number. */
    targets: text('targets', { enum: TARGET_KINDS }).notNull(),
    templateId: text('template_id'),
    message: text('message').notNull(),
    phase: text('phase', { enum: ['sending', 'finished', 'stop', 'error_blast'] }).notNull(),
    total: integer('total').notNull(),
    countSuccess: integer('count_success').notNull(),
    countFail: integer('count_fail').notNull(),
    countUnknown: integer('count_unknown').notNull(),
    /** JSON: reason → count. */
    skipped: text('skipped').notNull(),
    /** JSON: the first of them, by number. */
    refused: text('refused').notNull(),
    error: text('error'),
    /** Grows with every save; an older one changes nothing. */
    version: integer('version').notNull(),
    createdAt: integer('created_at').notNull(),
    finishedAt: integer('finished_at'),
  },
  (t) => [
    index('blaster_jobs_created').on(t.createdAt, t.id),
    index('blaster_jobs_user').on(t.userId, t.createdAt, t.id),
    index('blaster_jobs_running').on(t.phase).where(sql`phase = 'sending'`),
  ],
)
