// Message templates; text is sanitised HTML, text_wa the text that is sent (rule caption).
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const templates = sqliteTable(
  'templates',
  {
    id: text('id').primaryKey(),
    /** The file's key in the media bucket, its type and its name. */
    mediaKey: text('media_key'),
    mediaType: text('media_type'),
    mediaName: text('media_name'),
    text: text('text').notNull(),
    textWa: text('text_wa').notNull(),
    /** JSON: TemplateButton[]. */
    button: text('button').notNull(),
    status: text('status', { enum: ['active', 'nonactive'] }).notNull(),
    countUse: integer('count_use').notNull().default(0),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('templates_active').on(t.status, t.countUse, t.id), index('templates_created').on(t.createdAt, t.id)],
)
