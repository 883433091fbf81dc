// What the Worker found wrong when it looked at itself, and whom it told (rules troubles, alerts).
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { TROUBLE_KINDS } from '../../../contract/operation/troubles.ts'

export const troubles = sqliteTable(
  'troubles',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: TROUBLE_KINDS }).notNull(),
    /** Which one of several; empty: there is only one. */
    subject: text('subject').notNull(),
    /** Epoch ms of the looks that found it first and last. */
    since: integer('since').notNull(),
    seenAt: integer('seen_at').notNull(),
    /** When it had lasted long enough to be told; null: it has not yet. */
    toldAt: integer('told_at'),
    endedAt: integer('ended_at'),
    /** The contract's TroubleFigures as JSON. */
    figures: text('figures').notNull(),
  },
  (t) => [
    uniqueIndex('troubles_open').on(t.kind, t.subject).where(sql`ended_at is null`),
    index('troubles_ended').on(t.endedAt).where(sql`ended_at is not null`),
  ],
)

/** One row for each trouble, its start or its end, and address: written before anything is sent. */
export const alerts = sqliteTable(
  'alerts',
  {
    /** The `webhook-id`: anyone who gets an alert twice knows it by this. */
    id: text('id').primaryKey(),
    /** null: an admin tries whether alerts arrive. */
    troubleId: integer('trouble_id'),
    phase: text('phase', { enum: ['start', 'end', 'test'] }).notNull(),
    channel: text('channel', { enum: ['mail', 'webhook'] }).notNull(),
    /** An address of mail, or of the webhook. */
    target: text('target').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Epoch ms of the next try; null: it was delivered, or is given up. */
    dueAt: integer('due_at'),
    tries: integer('tries').notNull().default(0),
    triedAt: integer('tried_at'),
    deliveredAt: integer('delivered_at'),
  },
  (t) => [
    uniqueIndex('alerts_once').on(t.troubleId, t.phase, t.channel, t.target),
    index('alerts_due').on(t.dueAt).where(sql`due_at is not null`),
    index('alerts_created').on(t.createdAt),
  ],
)

/** What one look has to remember for the next. */
export const watchMarks = sqliteTable(
  'watch_marks',
  {
    /**
     * dead_letter: of a queue. containers: that did not start. template: its counts at the last judgement. pay: what was paid until a look; pay_day: in the dearest hour of a
     * day; pay_right: in the hour of which an admin said that it is right, by the trouble (rule usual-pay).
     */
    name: text('name', { enum: ['dead_letter', 'template', 'pay', 'pay_day', 'pay_right', 'containers'] }).notNull(),
    subject: text('subject').notNull(),
    at: integer('at').notNull(),
    /** JSON: numbers by name. */
    figures: text('figures').notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.subject] })],
)
