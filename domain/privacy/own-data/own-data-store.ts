// Everything that is kept about one person, a section at a time and in pages, for the file that they take with them (rule own-data).
// Of other people it has no more than the person's screens show; no secrets: neither passwords nor tokens nor sessions of WhatsApp.
import { iso } from '../../../contract/ground/time.ts'
import { sql } from 'drizzle-orm'
import { senToRupiah } from '../../../contract/ground/money.ts'
import type { OwnDataSection } from '../../../contract/privacy/own-data.ts'
import type { bonuses } from '../../money/bonus/table.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { withdrawHolds } from '../../money/fraud/table.ts'
import { statementAfter } from '../../money/ledger/statement-store.ts'
import type { notes } from '../../recipients/notes/table.ts'
import type { numberChecks } from '../../sending/number-checks/table.ts'
import type { oneOffs } from '../../sending/one-off/table.ts'
import type { dailyStats } from '../../money/stats/table.ts'
import type { whatsapp } from '../../sending/whatsapp/table.ts'
import type { withdraws, withdrawSteps } from '../../money/withdraw/table.ts'
import { byRowid, PAGE, type PageOf } from './pages-store.ts'
import {
  codeApps,
  devices,
  keys as passkeys,
  newEmails,
  notices,
  security,
  settingsOfNotices,
  signIns,
} from './trust-store.ts'
import type { users } from '../../people/users/table.ts'

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
/** Not the words of those who put or lifted it, which may tell of other members; automatic: the score of the signals put it. */
const holds = byRowid<Row<typeof withdrawHolds, 'at' | 'lifted_at'> & { automatic: 0 | 1 }>(
  (userId) => sql`
    select h.id as place, h.at, h.lifted_at, h.by is null as automatic
    from withdraw_holds h
    where h.user_id = ${userId}
  `,
  sql`h.id`,
  (row) => ({ since: iso(row.at), automatic: row.automatic === 1, liftedAt: iso(row.lifted_at) }),
)
/** Those that the person began. */
const checks = byRowid<Row<typeof numberChecks>>(
  (userId) => sql`
    select n.rowid as place, n.*
    from number_checks n
    where n.kind in ('generator', 'validator') and n.user_id = ${userId}
  `,
  sql`n.rowid`,
  (row) => ({
    id: row.id,
    kind: row.kind,
    sender: row.whatsapp_id,
    start: row.start_number,
    end: row.end_number,
    file: row.file_name,
    total: row.total,
    asked: row.cursor,
    found: row.count_success,
    status: row.status,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }),
)
const oneOffBlasts = byRowid<Row<typeof oneOffs>>(
  (userId) => sql`select o.rowid as place, o.* from blaster_jobs o where o.user_id = ${userId}`,
  sql`o.rowid`,
  (row) => ({
    id: row.id,
    sender: row.whatsapp_id,
    targets: row.targets,
    message: row.message,
    total: row.total,
    success: row.count_success,
    fail: row.count_fail,
    createdAt: iso(row.created_at),
    finishedAt: iso(row.finished_at),
  }),
)

/** What the office wrote down about the person, without who: of other people there is no more here than on the person's screens. */
const notesOfOffice = byRowid<Row<typeof notes, 'text' | 'at'>>(
  (userId) => sql`select n.id as place, n.text, n.at from notes n where n.user_id = ${userId}`,
  sql`n.id`,
  (row) => ({ text: row.text, createdAt: iso(row.at) }),
)

/** In the order of the file. */
export const SECTIONS: Readonly<Record<OwnDataSection, PageOf>> = {
  accounts,
  statement,
  days,
  withdraws: requests,
  holds,
  bonuses: gifts,
  referrals,
  checks,
  oneOffs: oneOffBlasts,
  signIns,
  passkeys,
  codeApps,
  newEmails,
  security,
  notices,
  noticeSettings: settingsOfNotices,
  devices,
  notes: notesOfOffice,
}
