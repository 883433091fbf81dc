// Linked accounts as lists show them. The truth about a running account is in its object; this row follows it.
import { sql } from 'drizzle-orm'
import type { Sen } from '../../../contract/ground/money.ts'
import { ACCOUNT_STATES } from '../../../contract/sending/whatsapp.ts'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

const LISTED = sql`removed_at is null and phonenumber is not null`

export const whatsapp = sqliteTable(
  'whatsapp',
  {
    /** Minted by the server; names the account's object (rule account-identity). */
    id: text('id').primaryKey(),
    clientid: text('clientid').notNull(),
    userId: text('user_id').notNull(),
    purpose: text('purpose', { enum: ['blast', 'generator', 'validator'] }).notNull(),
    phonenumber: text('phonenumber'),
    pushname: text('pushname'),
    proxyId: text('proxy_id'),
    state: text('state', { enum: ACCOUNT_STATES }).notNull(),
    status: text('status', { enum: ['sending', 'idle'] }).notNull(),
    countSuccess: integer('count_success').notNull().default(0),
    countFail: integer('count_fail').notNull().default(0),
    incomeSen: integer('income_sen').$type<Sen>().notNull().default(0),
    suspendedCount: integer('suspended_count').notNull().default(0),
    restrictedUntil: integer('restricted_until'),
    /** JSON: the last rest that its rates began (rule rates); null: there was none. */
    rest: text('rest'),
    version: integer('version').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    /** Removed by its owner; the row stays for history, the number becomes free. */
    removedAt: integer('removed_at'),
    /** When the object writes this row again at the latest (epoch ms); later its alarm must have been lost. null: it rests for good. */
    dueAt: integer('due_at'),
    /** The contract's LastRun as JSON; null: no blast has ended since there is this column. */
    lastRun: text('last_run'),
    /** The contract's Held as JSON: an admin paused this account; null: nobody did. */
    held: text('held'),
    /** What its owner calls it (rule nickname); null: as WhatsApp does. */
    nickname: text('nickname'),
    /** The Jakarta day of its last attempts and their number, for the day's cap; of a running one its object knows newer ones. */
    sentDay: text('sent_day').notNull().default(''),
    sentToday: integer('sent_today').notNull().default(0),
    /** When the row was written: since when the oldest result had no place in the ledger, and the oldest opt-out none in D1; null: none waited. */
    unsettledSince: integer('unsettled_since'),
    optOutsSince: integer('opt_outs_since'),
    /** Of the row that these two belong to: a Worker of before writes a newer row, and leaves them as they were. */
    waitingVersion: integer('waiting_version'),
  },
  (t) => [
    uniqueIndex('whatsapp_number').on(t.phonenumber).where(sql`removed_at is null and phonenumber is not null`),
    // one index for each order of the list, of all accounts and of one person; filters read state and status from them
    index('whatsapp_list').on(t.createdAt, t.id, t.state, t.status).where(LISTED),
    index('whatsapp_list_success').on(t.countSuccess, t.id, t.state, t.status).where(LISTED),
    index('whatsapp_list_income').on(t.incomeSen, t.id, t.state, t.status).where(LISTED),
    index('whatsapp_user').on(t.userId, t.createdAt, t.id, t.state, t.status).where(LISTED),
    index('whatsapp_user_success').on(t.userId, t.countSuccess, t.id, t.state, t.status).where(LISTED),
    index('whatsapp_user_income').on(t.userId, t.incomeSen, t.id, t.state, t.status).where(LISTED),
    // what a number takes along when it is removed and linked again
    index('whatsapp_held').on(t.phonenumber).where(sql`held is not null`),
    index('whatsapp_removed').on(t.phonenumber, t.removedAt).where(sql`removed_at is not null`),
    index('whatsapp_clientid').on(t.clientid).where(sql`removed_at is null`),
    index('whatsapp_state').on(t.state).where(sql`removed_at is null`),
    index('whatsapp_sending').on(t.status).where(sql`status = 'sending'`),
    index('whatsapp_due').on(t.dueAt).where(sql`due_at is not null`),
  ],
)

/** Client ids that browsers made, each owned by its creator, naming an account (rule account-identity). */
export const clientAliases = sqliteTable(
  'client_aliases',
  {
    clientid: text('clientid').primaryKey(),
    accountId: text('account_id').notNull(),
    userId: text('user_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('client_aliases_account').on(t.accountId)],
)
