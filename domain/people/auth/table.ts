// Sign-in state: only hashes of tokens are stored (rule sign-in).
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Use moves it to 30 days later, 90 days after the sign-in at most. */
    expiresAt: integer('expires_at').notNull(),
    /** Browser and system, as `Chrome · Android`; empty: not known. */
    device: text('device').notNull().default(''),
    /** ISO code of the country whose network asked; null: not known. */
    country: text('country'),
    /** The last use, to the day: it moves with expires_at. 0: none since the version before. */
    seenAt: integer('seen_at').notNull().default(0),
    /** When the person last proved on it to be who they are (rule step-up); 0: not since the version before. */
    provedAt: integer('proved_at').notNull().default(0),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
)

/** Failed sign-ins, to slow guessing (rule guessing). */
export const signInFailures = sqliteTable(
  'sign_in_failures',
  {
    /** Minute of the failure, epoch. */
    window: integer('window').notNull(),
    address: text('address').notNull(),
    email: text('email').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.email, t.window, t.address] }),
    index('sign_in_failures_address').on(t.address, t.window),
  ],
)

/** New emails whose mailbox has not confirmed them yet, one a person at most (rule new-email). */
export const emailChanges = sqliteTable('email_changes', {
  userId: text('user_id').primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  /** Lower case. */
  email: text('email').notNull(),
  /** The sign-in that stays when it counts; null: an admin asked for it, and none stays. */
  sessionHash: text('session_hash'),
  expiresAt: integer('expires_at').notNull(),
})

export const passwordResets = sqliteTable(
  'password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  (t) => [index('password_resets_user').on(t.userId)],
)

export const TICKET_PURPOSES = ['sign_in', 'passkey_sign_in', 'prove', 'add_passkey'] as const
/** A ticket is the challenge of a passkey, too. Only its hash is stored. */
export const factorTickets = sqliteTable(
  'factor_tickets',
  {
    ticketHash: text('ticket_hash').primaryKey(),
    purpose: text('purpose', { enum: TICKET_PURPOSES }).notNull(),
    /** Whose second step it is; null: a passkey will say. */
    userId: text('user_id'),
    /** The sign-in on which it was given; null: there is none yet. */
    sessionHash: text('session_hash'),
    tries: integer('tries').notNull().default(0),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('factor_tickets_expiry').on(t.expiresAt)],
)
