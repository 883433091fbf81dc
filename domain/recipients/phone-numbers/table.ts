// Recipients. Only an active, consenting, unsuppressed, unclaimed number past its cooldown can be claimed (rules
// claim-order, consent-proof).
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Flag } from '../suppressions/flag-store.ts'

/** Of ids that begin with eight random hex digits: of 10,000 accounts one in seven shares these with another, and then both are asked. */
export const LAST_ACCOUNT_SIGNS = 4

export const phoneNumbers = sqliteTable(
  'phone_numbers',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    number: text('number').notNull(),
    name: text('name').notNull(),
    status: text('status', { enum: ['active', 'nonactive'] }).notNull(),
    /** What each value says is in flag-store.ts. Claims take 0 alone. */
    suppressed: integer('suppressed').$type<Flag>().notNull().default(0),
    /** 1 while an account holds it. Time alone never ends a claim; the account or its settlement does. */
    inUse: integer('in_use').$type<0 | 1>().notNull().default(0),
    inUseBy: text('in_use_by'),
    /** Number of the claim that holds it: a late release of an earlier claim cannot free what a later one took. 0, which takes no byte: none does. */
    inUseClaim: integer('in_use_claim').notNull().default(0),
    /** While it is held: the campaign it was claimed for (rule campaign-claim); null: the standing blast, or a one-off blast. */
    inUseCampaign: integer('in_use_campaign'),
    /** First 16 digits of the keyed hash of this person's LID, 24 of rows of before, once any account has learned it. */
    lidHash: text('lid_hash'),
    countSuccess: integer('count_success').notNull().default(0),
    countFail: integer('count_fail').notNull().default(0),
    /** Epoch ms of the last success. */
    lastSent: integer('last_sent'),
    /** Epoch ms of the last attempt of any outcome; 0: never. */
    lastAttemptAt: integer('last_attempt_at').notNull().default(0),
    notRegisteredCount: integer('not_registered_count').notNull().default(0),
    /**
     * The first LAST_ACCOUNT_SIGNS signs of the id of the last attempt's account (rule timeline), because a whole one is a tenth of all that a
     * recipient takes; null: there was none, or a version before noted it not.
     */
    lastAccount: text('last_account'),
    consentSource: text('consent_source'),
    consentAt: integer('consent_at'),
    consentBy: text('consent_by'),
    createdAt: integer('created_at').notNull(),
    /** A value of GRADES; null: of a version without them (rule consent-grade). */
    consentGrade: integer('consent_grade'),
  },
  (t) => [
    uniqueIndex('phone_numbers_number').on(t.number),
    index('phone_numbers_claim')
      .on(t.lastAttemptAt, t.id)
      .where(sql`status = 'active' and suppressed = 0 and in_use = 0 and consent_at is not null`),
    // a narrow index in the order of the list, which deep pages read
    index('phone_numbers_created').on(t.createdAt, t.id),
    // Filters of the list, in its order. None of their columns changes with a message, so sending writes nothing to them.
    // Of the few: an index of all by status is taken by claims in place of theirs, and each then reads every active number.
    index('phone_numbers_nonactive').on(t.createdAt, t.id).where(sql`status = 'nonactive'`),
    index('phone_numbers_source').on(t.consentSource, t.createdAt, t.id),
    index('phone_numbers_stopped').on(t.createdAt, t.id).where(sql`suppressed = 1`),
    index('phone_numbers_leased').on(t.inUseBy).where(sql`in_use = 1`),
    index('phone_numbers_lid').on(t.lidHash).where(sql`lid_hash is not null`),
  ],
)
