// Append-only record of what happened to people's accounts (rule security-events): sign-ins, failures, changes of what they trust.
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { SECURITY_KINDS } from '../../../contract/record/security-events.ts'

export const securityEvents = sqliteTable(
  'security_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: integer('at').notNull(),
    /** Whose account; null: nobody has the email that was tried. */
    userId: text('user_id'),
    kind: text('kind', { enum: SECURITY_KINDS }).notNull(),
    /** Who was signed in when it happened; null: nobody, as at a sign-in. */
    by: text('by'),
    /** SHA-256 of the salt and of the fields below it. It stays when those go, and without the salt nobody can guess them from it. */
    digest: text('digest').notNull(),
    salt: text('salt'),
    /** The first part of the sign-in's token hash. */
    session: text('session'),
    /** A /24 of IPv4, a /64 of IPv6. */
    network: text('network'),
    /** Two letters, as Cloudflare names it. */
    country: text('country'),
    /** The first part of the hash of the browser's device cookie. */
    device: text('device'),
    /** Keyed hash of an email that nobody has; of a refused act its route and the reason's code. */
    subject: text('subject'),
  },
  (t) => [
    index('security_events_at').on(t.at, t.id),
    index('security_events_user').on(t.userId, t.at, t.id),
    index('security_events_kind').on(t.kind, t.at, t.id),
    // who else signed in on this device or network; what an event still tells of a place ends with its time
    index('security_events_device').on(t.device, t.userId).where(sql`device is not null`),
    index('security_events_network').on(t.network, t.userId).where(sql`network is not null`),
    index('security_events_salted').on(t.at).where(sql`salt is not null`),
  ],
)
