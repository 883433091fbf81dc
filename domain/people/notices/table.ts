// Notices of facts that a person would want to know, the devices they are pushed to, and what each person chose (rule notices).
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { NOTICE_KINDS } from '../../../contract/people/notice-kinds.ts'

export const notices = sqliteTable(
  'notices',
  {
    /** Ascends with time, so it is also the key of pages and of the purge. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    /** Names the fact. With the person it is unique, so that a write that is repeated tells nobody twice. */
    ref: text('ref').notNull(),
    kind: text('kind', { enum: NOTICE_KINDS }).notNull(),
    /** JSON of `NoticeData` (contract/people/notices.ts). */
    data: text('data').notNull(),
    /** 1: in the person's list; 0: they want this kind in another way only. */
    shown: integer('shown').notNull(),
    createdAt: integer('created_at').notNull(),
    readAt: integer('read_at'),
  },
  (t) => [
    uniqueIndex('notices_ref').on(t.ref, t.userId),
    index('notices_user').on(t.userId, t.id),
    index('notices_unread').on(t.userId, t.id).where(sql`read_at is null and shown = 1`),
  ],
)

export const noticeSettings = sqliteTable(
  'notice_settings',
  {
    userId: text('user_id').primaryKey(),
    /** JSON: kind → ways, of the kinds that the person chose something about. */
    choices: text('choices').notNull(),
    /** 1: notices on a device show amounts, names and numbers. */
    details: integer('details').notNull().default(0),
    /** 1: some kind is wanted in the daily mail. */
    digest: integer('digest').notNull().default(0),
    /** Jakarta day whose mail was sent or is being sent, and the newest notice that it had. */
    digestDay: text('digest_day').notNull().default(''),
    digestUpTo: integer('digest_up_to').notNull().default(0),
    /** 0: no mail when a campaign that they launched has ended (rule campaign-end-mail). */
    campaignMail: integer('campaign_mail').notNull().default(1),
    /** Since when (epoch ms) the person waits to be told of recipients (rule recipients-again); null: they do not. */
    wantsRecipients: integer('wants_recipients'),
  },
  (t) => [
    index('notice_settings_digest').on(t.digestDay).where(sql`digest = 1`),
    index('notice_settings_recipients').on(t.wantsRecipients).where(sql`wants_recipients is not null`),
  ],
)

export const pushSubscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    /** The sign-in on that device: with its end the device is told nothing any more. */
    sessionHash: text('session_hash').notNull(),
    /** Address at the browser's push service. */
    endpoint: text('endpoint').notNull(),
    /** The browser's public key and secret, base64url, with which a push is encrypted for it. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** Key of `VAPID_KEYS` that the browser subscribed to: no other may sign for it. */
    kid: text('kid').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('push_subscriptions_endpoint').on(t.endpoint),
    index('push_subscriptions_user').on(t.userId, t.id),
    index('push_subscriptions_session').on(t.sessionHash),
  ],
)

export const noticePushes = sqliteTable(
  'notice_pushes',
  {
    noticeId: integer('notice_id').notNull(),
    subscriptionId: integer('subscription_id').notNull(),
    tries: integer('tries').notNull().default(0),
    /** Epoch ms of the next try; null: none will be made. The row stays, so that a repeated write adds no second push. */
    dueAt: integer('due_at'),
  },
  (t) => [
    primaryKey({ columns: [t.noticeId, t.subscriptionId] }),
    index('notice_pushes_due').on(t.dueAt).where(sql`due_at is not null`),
  ],
)
