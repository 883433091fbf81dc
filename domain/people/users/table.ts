// People who sign in. Intervals are whole seconds, blast_fee whole rupiah (null: the level's), times epoch ms.
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Rupiah, Sen } from '../../../contract/ground/money.ts'
import { PERSON_STATUSES } from '../../../contract/people/person-status.ts'

const BARE = `replace(replace(replace(replace(account_number, ' ', ''), '-', ''), '.', ''), '+', '')`

export const users = sqliteTable(
  'users',
  {
    id: text('id').primaryKey(),
    firstname: text('firstname').notNull(),
    lastname: text('lastname').notNull(),
    /** Lower case. */
    email: text('email').notNull(),
    /** When the owner of its mailbox opened the link that was mailed there; null: not yet. */
    emailConfirmedAt: integer('email_confirmed_at'),
    passwordHash: text('password_hash').notNull(),
    role: text('role', { enum: ['member', 'staff', 'dev', 'admin'] }).notNull(),
    levelId: text('level_id').notNull(),
    blastFee: integer('blast_fee').$type<Rupiah>(),
    blastIntervalMin: integer('blast_interval_min').notNull(),
    blastIntervalMax: integer('blast_interval_max').notNull(),
    accountName: text('account_name').notNull().default(''),
    accountBank: text('account_bank').notNull().default(''),
    accountNumber: text('account_number').notNull().default(''),
    /** One text for one account number: without spaces, dots and dashes, a mobile number without 0, 62 or +62. */
    bankKey: text('bank_key').generatedAlwaysAs(
      sql.raw(`iif(substr(${BARE}, 1, 3) = '628', substr(${BARE}, 3), ltrim(${BARE}, '0'))`),
    ),
    /** Upper case. */
    referralCode: text('referral_code').notNull(),
    referrerId: text('referrer_id'),
    /** Lifetime successes, which set the level (rule level). */
    lifetimeSuccess: integer('lifetime_success').notNull().default(0),
    /** Lifetime failures shown on the dashboard. */
    lifetimeFail: integer('lifetime_fail').notNull().default(0),
    /** What this person's blasts earned their referrer, less reversals. */
    referralGivenSen: integer('referral_given_sen').$type<Sen>().notNull().default(0),
    /** What this person's blasts earned, less reversals: always the sum of the daily figures. */
    incomeSen: integer('income_sen').$type<Sen>().notNull().default(0),
    /** Whether the person may work here (rule person-status). */
    status: text('status', { enum: PERSON_STATUSES }).notNull().default('active'),
    /** Of the last change: why (null: active again), the name of who made it, when; version grows with each. */
    statusReason: text('status_reason'),
    statusBy: text('status_by'),
    statusAt: integer('status_at'),
    statusVersion: integer('status_version').notNull().default(0),
    /** Since when the person has a second factor (rule second-factor); null: they have none. */
    factorSince: integer('factor_since'),
    /** The last sign-in; null: none since the version before. */
    signedInAt: integer('signed_in_at'),
    linkConsentVersion: text('link_consent_version'),
    linkConsentAt: integer('link_consent_at'),
    /** JSON list of topics that their accounts do not send (rule topics); null: none. */
    refusedTopics: text('refused_topics'),
    /** Since when (epoch ms) a joining page may lead people to this person's accounts; null: it may not. */
    showsNumberAt: integer('shows_number_at'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('users_email').on(t.email),
    uniqueIndex('users_referral_code').on(t.referralCode),
    index('users_referrer').on(t.referrerId, t.createdAt, t.id).where(sql`referrer_id is not null`),
    index('users_referred').on(t.createdAt, t.id).where(sql`referrer_id is not null`),
    index('users_referrer_given').on(t.referrerId, t.referralGivenSen, t.id).where(sql`referrer_id is not null`),
    index('users_referred_given').on(t.referralGivenSen, t.id).where(sql`referrer_id is not null`),
    // narrow indexes, one for each order of the member list
    index('users_created').on(t.role, t.createdAt, t.id),
    index('users_name').on(t.role, sql`firstname collate nocase`, sql`lastname collate nocase`, t.id),
    index('users_income').on(t.role, t.incomeSen, t.id),
    // few are not active; each role's are listed by time
    index('users_stopped').on(t.role, t.status, t.createdAt, t.id).where(sql`status <> 'active'`),
    index('users_status_at').on(t.statusAt).where(sql`status_at is not null`),
    index('users_level').on(t.levelId),
    index('users_shows_number').on(t.id).where(sql`shows_number_at is not null`),
    // whose money goes to one account, however its number is written (rule fraud-counting)
    index('users_bank').on(t.bankKey).where(sql`account_number <> ''`),
  ],
)
