// What people prove themselves by beside their password, and the tickets between a sign-in's two steps (rules second-factor, passkeys).
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Secrets of code apps, one a person. */
export const totpSecrets = sqliteTable('totp_secrets', {
  userId: text('user_id').primaryKey(),
  /** Sealed with the person's id by a key of SUPPRESSION_KEYS. */
  sealed: text('sealed').notNull(),
  /** When the app's first code came; null: it is being set up, and counts for nothing. */
  confirmedAt: integer('confirmed_at'),
  /** The step of 30 s whose code was spent last: no code counts twice. */
  lastStep: integer('last_step').notNull().default(0),
  /** Of the app that will take this one's place once its first code comes; until then it counts for nothing. */
  nextSealed: text('next_sealed'),
})

export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    userId: text('user_id').notNull(),
    usedAt: integer('used_at'),
  },
  (t) => [index('recovery_codes_user').on(t.userId)],
)

export const passkeys = sqliteTable(
  'passkeys',
  {
    /** The authenticator's, base64url. */
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's count of signatures; one that goes back is a copy. 0: it does not count. */
    counter: integer('counter').notNull(),
    /** 1: may be on several devices; 1: is backed up now. */
    backupEligible: integer('backup_eligible').notNull(),
    backedUp: integer('backed_up').notNull(),
    /** JSON list, as the browser said it. */
    transports: text('transports').notNull(),
    name: text('name').notNull(),
    createdAt: integer('created_at').notNull(),
    usedAt: integer('used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
)
