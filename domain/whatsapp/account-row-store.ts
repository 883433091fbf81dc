// The account's row as its object writes it: newest version wins, counters and state travel together.
import { sql } from 'drizzle-orm'
import type { AccountPurpose, AccountState, RunStatus } from '../../contract/whatsapp.ts'
import type { Db } from '../db/connection.ts'

export type AccountRow = {
  id: string
  clientid: string
  userId: string
  purpose: AccountPurpose
  phonenumber: string | null
  pushname: string | null
  proxyId: string | null
  state: AccountState
  status: RunStatus
  countSuccess: number
  countFail: number
  incomeSen: number
  suspendedCount: number
  restrictedUntil: number | null
  version: number
  createdAt: number
  removedAt: number | null
  /** The object writes this row again by then, epoch ms; null: it rests for good. */
  dueAt: number | null
}

/** @throws a unique violation when another account holds the number. */
export const saveAccountRow = async (db: Db, r: AccountRow): Promise<void> => {
  await db.run(sql`insert into whatsapp (id, clientid, user_id, purpose, phonenumber, pushname, proxy_id, state, status,
      count_success, count_fail, income_sen, suspended_count, restricted_until, version, created_at, removed_at, due_at)
    values (${r.id}, ${r.clientid}, ${r.userId}, ${r.purpose}, ${r.phonenumber}, ${r.pushname}, ${r.proxyId}, ${r.state}, ${r.status},
      ${r.countSuccess}, ${r.countFail}, ${r.incomeSen}, ${r.suspendedCount}, ${r.restrictedUntil}, ${r.version}, ${r.createdAt}, ${r.removedAt}, ${r.dueAt})
    on conflict (id) do update set phonenumber = excluded.phonenumber, pushname = excluded.pushname, proxy_id = excluded.proxy_id,
      state = excluded.state, status = excluded.status, count_success = excluded.count_success, count_fail = excluded.count_fail,
      income_sen = excluded.income_sen, suspended_count = excluded.suspended_count, restricted_until = excluded.restricted_until,
      version = excluded.version, removed_at = excluded.removed_at, due_at = excluded.due_at
    where excluded.version >= whatsapp.version`)
}

/** This account's object writes its row no more: the cron does not wait for it. */
export const expectNoRow = async (db: Db, id: string): Promise<void> => {
  await db.run(sql`update whatsapp set due_at = null where id = ${id}`)
}

/** Who holds this number now; null: nobody. */
export const holderOfNumber = async (db: Db, phonenumber: string): Promise<{ id: string; userId: string } | null> => {
  const [row] = await db.all<{ id: string; userId: string }>(
    sql`select id, user_id as "userId" from whatsapp where phonenumber = ${phonenumber} and removed_at is null`,
  )
  return row ?? null
}
