// What became of messages, by week, source, template and account (rule rates). Counts alone: nothing tells to whom one went.
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** all: one row a week for the place, without a subject. */
const KINDS = ['source', 'template', 'account', 'all'] as const

export const sendRates = sqliteTable(
  'send_rates',
  {
    /** Of which kind the subject is: the words of a source, or the id of a template or account. */
    kind: text('kind', { enum: KINDS }).notNull(),
    subject: text('subject').notNull(),
    /** YYYY-MM-DD of its Monday, Asia/Jakarta: the week in which a message was sent. */
    week: text('week').notNull(),
    /** Accepted by WhatsApp. The others are of these, as they stood three days after the message. */
    sent: integer('sent').notNull(),
    delivered: integer('delivered').notNull(),
    answered: integer('answered').notNull(),
    /** Disputes among them. */
    stopped: integer('stopped').notNull(),
    disputed: integer('disputed').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subject, t.week] }), index('send_rates_week').on(t.week, t.kind, t.sent)],
)

/** Of the days that accounts have not told yet (rule rates): what was sent is settled at once, so a template or source need not wait for its figures. */
export const rateDays = sqliteTable(
  'rate_days',
  {
    /** As in `send_rates`. */
    kind: text('kind', { enum: ['source', 'template'] }).notNull(),
    subject: text('subject').notNull(),
    /** YYYY-MM-DD, Asia/Jakarta: the day on which a message was sent. */
    day: text('day').notNull(),
    /** Accepted by WhatsApp. */
    sent: integer('sent').notNull(),
    /** Of a template: who stopped by answering it. Of a source they are read from the stops, because each names its person. */
    stopped: integer('stopped').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.kind, t.subject, t.day] }), index('rate_days_day').on(t.day)],
)
