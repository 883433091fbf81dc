// People who must not be written to. Kept by keyed hash, so that an erased person stays suppressed.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const suppressions = sqliteTable(
  'suppressions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** HMAC of the number, or of `lid:` + lid, by a key of `hash_keys`. */
    hash: text('hash').notNull(),
    number: text('number'),
    lid: text('lid'),
    /** Of a stop by a number the LID that came with it, as recipients' rows have theirs. */
    lidHash: text('lid_hash'),
    via: text('via', { enum: ['reply', 'button', 'page', 'dispute', 'admin', 'import'] }).notNull(),
    /** Account that received it, or who did it. */
    by: text('by'),
    reason: text('reason'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('suppressions_hash').on(t.hash),
    index('suppressions_number').on(t.number),
    index('suppressions_created').on(t.createdAt),
    index('suppressions_lid').on(t.lidHash).where(sql`lid_hash is not null`),
  ],
)

/** What outlives a recipient's row (rule recipient-memory): nothing tells the number, and a person without attempts has no row here. */
export const recipientMemory = sqliteTable('recipient_memory', {
  /** Of the number, as in `suppressions`. */
  hash: text('hash').primaryKey(),
  /** As in `phone_numbers`; of a number that an account held when its row went, the time of that. */
  lastAttemptAt: integer('last_attempt_at').notNull(),
  notRegisteredCount: integer('not_registered_count').notNull(),
  lidHash: text('lid_hash'),
  /** When the row went, epoch ms. */
  keptAt: integer('kept_at').notNull(),
})

/** Append-only record of consent given and withdrawn, kept apart from the number for 5 years. */
export const consentHistory = sqliteTable(
  'consent_history',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    hash: text('hash').notNull(),
    number: text('number'),
    event: text('event', {
      enum: ['granted', 'withdrawn', 'opt_out', 'opt_in', 'lifted', 'erased', 'snoozed', 'disputed'],
    }).notNull(),
    /** Of what was granted, withdrawn or disputed its source, of a stop its way, of an opt-in the message's id, of a lift its reason. */
    source: text('source'),
    by: text('by'),
    at: integer('at').notNull(),
    /** Of which import it is: the row is then no entry of the record, the import is (rule sealed-consent). */
    importNo: integer('import_no'),
  },
  (t) => [index('consent_history_hash').on(t.hash, t.id)],
)

/**
 * Consents that a step of an import brought (rule import-consents): ids of the history that stand for recipients' rows with ids in the same order,
 * and are rows of it only where they differ from what the recipient's row says. Append-only.
 */
export const consentRanges = sqliteTable(
  'consent_ranges',
  {
    firstId: integer('first_id').primaryKey(),
    /** Is a row of the history, too: it keeps the ids before it from being given again. */
    lastId: integer('last_id').notNull(),
    /** Id of the recipient that the first one stands for. */
    phoneFrom: integer('phone_from').notNull(),
    importNo: integer('import_no').notNull(),
    by: text('by').notNull(),
    /** As in `consent_at` of its recipients: of whom it is another, they have agreed once more. */
    at: integer('at').notNull(),
  },
  (t) => [uniqueIndex('consent_ranges_phone').on(t.phoneFrom)],
)
/** What such a recipient's row said when it went or was changed, by a trigger, until it is in the history under their hash. */
export const consentsLeft = sqliteTable(
  'consents_left',
  {
    /** That of the history. */
    id: integer('id').primaryKey(),
    number: text('number').notNull(),
    source: text('source'),
    by: text('by').notNull(),
    at: integer('at').notNull(),
    importNo: integer('import_no').notNull(),
  },
  (t) => [index('consents_left_number').on(t.number)],
)

/**
 * Erasures on their way through the bucket's files and the accounts' objects. The number stands here only until all of
 * them have forgotten it.
 */
export const erasures = sqliteTable(
  'erasures',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    number: text('number'),
    hash: text('hash').notNull(),
    /** sources: parts of files that checks still read; accounts: their objects; results: what checks found before. */
    phase: text('phase', { enum: ['sources', 'accounts', 'results', 'done'] })
      .notNull()
      .default('sources'),
    /** Id of the last check or account that this phase is through with. */
    after: text('after').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    doneAt: integer('done_at'),
  },
  (t) => [index('erasures_open').on(t.id).where(sql`done_at is null`)],
)

/** Keys that have made hashes of people: without one of them in SUPPRESSION_KEYS nothing is sent (rule hash-keys). */
export const hashKeys = sqliteTable('hash_keys', {
  /** HMAC of a fixed text: tells a key from another of the same name. */
  proof: text('proof').primaryKey(),
  kid: text('kid').notNull(),
  createdAt: integer('created_at').notNull(),
})

/**
 * Accounts that still hold a number whose row was deleted, or has another number now: no row says so any more. Each is asked
 * to let go of it until it answers.
 */
export const withdrawnClaims = sqliteTable(
  'withdrawn_claims',
  {
    numberId: integer('number_id').notNull(),
    number: text('number').notNull(),
    accountId: text('account_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.number, t.accountId] })],
)

/** People who are not written to until a time (rule snooze): the recipient's row says so too, in `suppressed`. Goes by itself when it is over. */
export const snoozes = sqliteTable(
  'snoozes',
  {
    number: text('number').primaryKey(),
    /** Epoch ms. */
    until: integer('until').notNull(),
    via: text('via', { enum: ['reply', 'page'] }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('snoozes_until').on(t.until)],
)
