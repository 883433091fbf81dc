// What is kept about how a person signs in and is told things, for the file that they take with them (rule own-data). No secrets: of
// keys, codes and addresses of devices only what the person may know them by.
import { iso } from '../../../contract/ground/time.ts'
import { sql } from 'drizzle-orm'
import type { emailChanges, sessions } from '../../people/auth/table.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { passkeys, totpSecrets } from '../../people/factors/table.ts'
import { presentNotice } from '../../people/notices/present.ts'
import type { NoticeRow } from '../../people/notices/store.ts'
import type { noticeSettings, pushSubscriptions } from '../../people/notices/table.ts'
import type { securityEvents } from '../../record/security-events/table.ts'
import { byRowid } from './pages-store.ts'

export const signIns = byRowid<Row<typeof sessions, 'created_at' | 'expires_at' | 'seen_at' | 'device' | 'country'>>(
  (userId) => sql`
    select s.rowid as place, s.created_at, s.expires_at, s.seen_at, s.device, s.country
    from sessions s
    where s.user_id = ${userId}
  `,
  sql`s.rowid`,
  (row) => ({
    device: row.device,
    country: row.country,
    createdAt: iso(row.created_at),
    seenAt: iso(row.seen_at || null),
    expiresAt: iso(row.expires_at),
  }),
)
export const keys = byRowid<Row<typeof passkeys, 'name' | 'created_at' | 'used_at'>>(
  (userId) => sql`
    select p.rowid as place, p.name, p.created_at, p.used_at
    from passkeys p
    where p.user_id = ${userId}
  `,
  sql`p.rowid`,
  (row) => ({ name: row.name, createdAt: iso(row.created_at), usedAt: iso(row.used_at) }),
)
export const notices = byRowid<NoticeRow>(
  (userId) => sql`
    select n.id as place, n.id, n.kind, n.data, n.created_at, n.read_at
    from notices n
    where n.user_id = ${userId}
  `,
  sql`n.id`,
  (row) => ({ ...presentNotice(row), readAt: iso(row.read_at) }),
)

/** What happened to the account. Where from only of what the person did: it is their place, and nobody else's. */
export const security = byRowid<Row<typeof securityEvents, 'at' | 'kind' | 'network' | 'country'>>(
  (userId) => sql`
    select
      e.id as place, e.at, e.kind,
      iif(e.by = e.user_id, e.network, null) as network,
      iif(e.by = e.user_id, e.country, null) as country
    from security_events e
    where e.user_id = ${userId}
  `,
  sql`e.id`,
  ({ at, ...row }) => ({ kind: row.kind, at: iso(at), network: row.network, country: row.country }),
)

export const codeApps = byRowid<Row<typeof totpSecrets, 'confirmed_at'>>(
  (userId) => sql`
    select t.rowid as place, t.confirmed_at
    from totp_secrets t
    where t.user_id = ${userId}
  `,
  sql`t.rowid`,
  (row) => ({ confirmedAt: iso(row.confirmed_at) }),
)
export const newEmails = byRowid<Row<typeof emailChanges, 'email' | 'expires_at'>>(
  (userId) => sql`
    select c.rowid as place, c.email, c.expires_at
    from email_changes c
    where c.user_id = ${userId}
  `,
  sql`c.rowid`,
  (row) => ({ email: row.email, expiresAt: iso(row.expires_at) }),
)
export const settingsOfNotices = byRowid<Row<typeof noticeSettings, 'choices' | 'details' | 'digest_day'>>(
  (userId) => sql`
    select s.rowid as place, s.choices, s.details, s.digest_day
    from notice_settings s
    where s.user_id = ${userId}
  `,
  sql`s.rowid`,
  (row) => ({
    choices: JSON.parse(row.choices) as unknown,
    details: row.details === 1,
    lastDailyMail: row.digest_day || null,
  }),
)
/** The rest of the address is what a push is sent by, and as good as a key. */
export const devices = byRowid<Row<typeof pushSubscriptions, 'endpoint' | 'created_at'>>(
  (userId) => sql`
    select p.id as place, p.endpoint, p.created_at
    from push_subscriptions p
    where p.user_id = ${userId}
  `,
  sql`p.id`,
  (row) => ({ pushService: URL.parse(row.endpoint)?.host ?? null, createdAt: iso(row.created_at) }),
)
