// Programmes, and the messages by which people joined them (rule opt-in-message).
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const programmes = sqliteTable(
  'programmes',
  {
    /** The short address. */
    id: text('id').primaryKey(),
    title: text('title').notNull(),
    /** As people write it, with its code. */
    keyword: text('keyword').notNull(),
    /** As it is compared. */
    word: text('word').notNull(),
    what: text('what').notNull(),
    frequency: text('frequency').notNull(),
    byWhom: text('by_whom').notNull(),
    privacy: text('privacy').notNull(),
    privacyVersion: text('privacy_version').notNull(),
    topic: text('topic').notNull(),
    /** Epoch ms; null: no end is set. */
    endsAt: integer('ends_at'),
    endedAt: integer('ended_at'),
    optIns: integer('opt_ins').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('programmes_word').on(t.word), index('programmes_created').on(t.createdAt)],
)

/** By the keyed hash alone: the number is in the recipient's row and in the consent history. */
export const programmeOptIns = sqliteTable(
  'programme_opt_ins',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** WhatsApp's id: the same message counts once. */
    messageId: text('message_id').notNull(),
    programmeId: text('programme_id').notNull(),
    /** Account that received it. */
    accountId: text('account_id').notNull(),
    hash: text('hash').notNull(),
    /**
     * again: a form on a day on which its sender had agreed; nothing changed by it, and the code is theirs. ended: it came after the programme's end;
     * form_over: with the code of a form that does not count. Nobody has agreed to anything by these two.
     */
    outcome: text('outcome', { enum: ['granted', 'again', 'ended', 'form_over'] }).notNull(),
    /** 1: its author is told, once a day whatever they write. */
    answers: integer('answers').$type<0 | 1>().notNull(),
    /** When it was written, as WhatsApp says. */
    at: integer('at').notNull(),
    heardAt: integer('heard_at').notNull(),
    /** The form's code, when and in which language it was ticked (rule form-consent); null: the keyword alone was written. */
    form: text('form'),
    formAt: integer('form_at'),
    formLang: text('form_lang', { enum: ['id', 'en'] }),
  },
  (t) => [
    uniqueIndex('programme_opt_ins_message').on(t.messageId),
    index('programme_opt_ins_hash').on(t.hash, t.at),
    index('programme_opt_ins_form').on(t.form).where(sql`form is not null`),
  ],
)
