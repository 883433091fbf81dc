// Everything that is kept about one person, a section at a time and in pages, for the file that they take with them (rule own-data).
// Of other people it has no more than the person's screens show; no secrets: neither passwords nor tokens nor sessions of WhatsApp.
import { type SQL, sql } from 'drizzle-orm'
import { senToRupiah } from '../../contract/money.ts'
import type { Db } from '../db/connection.ts'
import type { Row } from '../db/rows.ts'
import type { bonuses } from '../bonus/table.ts'
import { statementAfter } from '../ledger/statement-store.ts'
import { presentNotice } from '../notices/present.ts'
import type { NoticeRow } from '../notices/store.ts'
import type { sessions } from '../auth/table.ts'
import type { passkeys } from '../factors/table.ts'
import type { securityEvents } from '../security-events/table.ts'
import type { dailyStats } from '../stats/table.ts'
import type { whatsapp } from '../whatsapp/table.ts'
import type { withdraws, withdrawSteps } from '../withdraw/table.ts'
import type { users } from './table.ts'

const PAGE = 1_000
const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

type Item = Record<string, unknown>
/** after: the key of the last row before; null: from the beginning. last null: there are no more. */
type PageOf = (db: Db, userId: string, after: number | null) => Promise<{ items: Item[]; last: number | null }>

/** Pages by rowid, in the order of writing: `select` is a statement with `rowid as place` that ends before its order. */
const byRowid =
  <R extends object>(select: (userId: string) => SQL, rowid: SQL, show: (row: R) => Item): PageOf =>
  async (db, userId, after) => {
    const rows = await db.all<R & { place: number }>(sql`
      ${select(userId)} and ${rowid} > ${after ?? -1}
      order by ${rowid}
      limit ${PAGE}
    `)
    return { items: rows.map(show), last: rows.length < PAGE ? null : (rows.at(-1)?.place ?? null) }
  }

const accounts = byRowid<Row<typeof whatsapp>>(
  (userId) => sql`select w.rowid as place, w.* from whatsapp w where w.user_id = ${userId}`,
  sql`w.rowid`,
  (row) => ({
    id: row.id,
    phonenumber: row.phonenumber,
    name: row.pushname,
    nickname: row.nickname,
    purpose: row.purpose,
    state: row.state,
    success: row.count_success,
    fail: row.count_fail,
    income: senToRupiah(row.income_sen),
    suspended: row.suspended_count,
    createdAt: iso(row.created_at),
    removedAt: iso(row.removed_at),
  }),
)
/** Newest first, with the balance after each line. */
const statement: PageOf = async (db, userId, after) => {
  const rows = await statementAfter(db, { userId, after, limit: PAGE })
  const items = rows.map((row) => ({
    kind: row.kind,
    amount: senToRupiah(row.amount_sen),
    balance: senToRupiah(row.after_sen),
    day: row.on_day,
    createdAt: iso(row.at),
  }))
  return { items, last: rows.length < PAGE ? null : (rows.at(-1)?.id ?? null) }
}
const days = byRowid<Row<typeof dailyStats>>(
  (userId) => sql`select d.rowid as place, d.* from daily_stats d where d.user_id = ${userId}`,
  sql`d.rowid`,
  (row) => ({
    day: row.day,
    success: row.success,
    fail: row.fail,
    income: senToRupiah(row.income_sen),
    referral: senToRupiah(row.referral_sen),
  }),
)
type Steps = { steps: string }
type Step = Row<typeof withdrawSteps, 'at' | 'reason'> & { status: string }
const requests = byRowid<Row<typeof withdraws> & Steps>(
  (userId) => sql`
    select w.rowid as place, w.*,
      (
        select json_group_array(json_object('status', s.to_status, 'at', s.at, 'reason', s.reason))
        from withdraw_steps s
        where s.withdraw_id = w.id
      ) as steps
    from withdraws w
    where w.user_id = ${userId}
  `,
  sql`w.rowid`,
  (row) => ({
    id: row.id,
    nominal: row.nominal,
    status: row.status,
    account_bank: row.account_bank,
    account_number: row.account_number,
    account_name: row.account_name,
    createdAt: iso(row.created_at),
    steps: (JSON.parse(row.steps) as Step[]).map(({ status, at, reason }) => ({ status, at: iso(at), reason })),
  }),
)
const gifts = byRowid<Row<typeof bonuses>>(
  (userId) => sql`select b.rowid as place, b.* from bonuses b where b.user_id = ${userId}`,
  sql`b.rowid`,
  (row) => ({
    nominal: row.nominal,
    reason: row.reason,
    createdAt: iso(row.created_at),
    deletedAt: iso(row.deleted_at),
  }),
)
const referrals = byRowid<Row<typeof users, 'firstname' | 'lastname' | 'referral_given_sen' | 'created_at'>>(
  (userId) => sql`
    select u.rowid as place, u.firstname, u.lastname, u.referral_given_sen, u.created_at
    from users u
    where u.referrer_id = ${userId}
  `,
  sql`u.rowid`,
  (row) => ({
    name: `${row.firstname} ${row.lastname}`.trim(),
    income: senToRupiah(row.referral_given_sen),
    createdAt: iso(row.created_at),
  }),
)
const signIns = byRowid<Row<typeof sessions, 'created_at' | 'expires_at' | 'seen_at' | 'device' | 'country'>>(
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
const keys = byRowid<Row<typeof passkeys, 'name' | 'created_at' | 'used_at'>>(
  (userId) => sql`
    select p.rowid as place, p.name, p.created_at, p.used_at
    from passkeys p
    where p.user_id = ${userId}
  `,
  sql`p.rowid`,
  (row) => ({ name: row.name, createdAt: iso(row.created_at), usedAt: iso(row.used_at) }),
)
const notices = byRowid<NoticeRow>(
  (userId) => sql`
    select n.id as place, n.id, n.kind, n.data, n.created_at, n.read_at
    from notices n
    where n.user_id = ${userId}
  `,
  sql`n.id`,
  (row) => ({ ...presentNotice(row), readAt: iso(row.read_at) }),
)

/** What happened to the account. Where from only of what the person did: it is their place, and nobody else's. */
const security = byRowid<Row<typeof securityEvents, 'at' | 'kind' | 'network' | 'country'>>(
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

/** In the order of the file. */
export const SECTIONS = {
  accounts,
  statement,
  days,
  withdraws: requests,
  bonuses: gifts,
  referrals,
  signIns,
  passkeys: keys,
  security,
  notices,
} as const satisfies Record<string, PageOf>
