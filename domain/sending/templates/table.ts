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
    /** What people call it; nobody who gets the message sees it. */
    name: text('name').notNull().default(''),
    /** What it is about, by which people refuse it (rule topics); null: nothing that can be refused by itself. */
    topic: text('topic'),
    text: text('text').notNull(),
    textWa: text('text_wa').notNull(),
    /** JSON: TemplateButton[]. */
    button: text('button').notNull(),
    status: text('status', { enum: ['active', 'nonactive'] }).notNull(),
    /** 1: campaigns alone send it, and no standing blast. */
    onlyCampaigns: integer('only_campaigns').$type<0 | 1>().notNull().default(0),
    countUse: integer('count_use').notNull().default(0),
    /** What came of the messages since there are these columns. */
    countSuccess: integer('count_success').notNull().default(0),
    countFail: integer('count_fail').notNull().default(0),
    countStop: integer('count_stop').notNull().default(0),
    /** Read by the release before, and by nothing since: a later release removes them. */
    judgedSuccess: integer('judged_success'),
    judgedStop: integer('judged_stop'),
    /** When its stops last paused it (rule rates), epoch ms; null: they never did. */
    pausedAt: integer('paused_at'),
    /** How many of how many stopped; null: nobody has to look at it, or somebody did and activated it. */
    pausedStops: integer('paused_stops'),
    pausedOf: integer('paused_of'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('templates_active').on(t.status, t.countUse, t.id), index('templates_created').on(t.createdAt, t.id)],
)
