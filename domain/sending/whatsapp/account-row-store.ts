// The account's row as its object writes it, counters and state in one write. The newest version wins: a write that comes late changes
// nothing.
import { sql } from 'drizzle-orm'
import type { Db, Statement } from '../../ground/db/connection.ts'
import type { whatsapp } from './table.ts'

export type AccountRow = Omit<typeof whatsapp.$inferSelect, 'waitingVersion'>

/** Its batch fails with a unique violation when another account holds the number. */
export const saveAccountRow = (db: Db, r: AccountRow): Statement =>
  db.run(sql`
    insert into whatsapp (
      id, clientid, user_id, purpose, phonenumber, pushname, proxy_id, state, status, count_success,
      count_fail, income_sen, suspended_count, restricted_until, version, created_at, removed_at, due_at,
      last_run, held, nickname, sent_day, sent_today, unsettled_since, opt_outs_since, rest, waiting_version
    )
    values (
      ${r.id}, ${r.clientid}, ${r.userId}, ${r.purpose}, ${r.phonenumber}, ${r.pushname}, ${r.proxyId},
      ${r.state}, ${r.status}, ${r.countSuccess}, ${r.countFail}, ${r.incomeSen}, ${r.suspendedCount},
      ${r.restrictedUntil}, ${r.version}, ${r.createdAt}, ${r.removedAt}, ${r.dueAt},
      ${r.lastRun}, ${r.held}, ${r.nickname}, ${r.sentDay}, ${r.sentToday}, ${r.unsettledSince}, ${r.optOutsSince},
      ${r.rest}, ${r.version}
    )
    on conflict (id) do update set
      phonenumber = excluded.phonenumber,
      pushname = excluded.pushname,
      proxy_id = excluded.proxy_id,
      state = excluded.state,
      status = excluded.status,
      count_success = excluded.count_success,
      count_fail = excluded.count_fail,
      income_sen = excluded.income_sen,
      suspended_count = excluded.suspended_count,
      restricted_until = excluded.restricted_until,
      version = excluded.version,
      removed_at = excluded.removed_at,
      due_at = excluded.due_at,
      last_run = excluded.last_run,
      held = excluded.held,
      nickname = excluded.nickname,
      sent_day = excluded.sent_day,
      sent_today = excluded.sent_today,
      unsettled_since = excluded.unsettled_since,
      opt_outs_since = excluded.opt_outs_since,
      rest = excluded.rest,
      waiting_version = excluded.version
    where excluded.version >= whatsapp.version
  `)

/** The object of this account will not write its row any more, and the cron must not wait for it. */
export const expectNoRow = async (db: Db, id: string): Promise<void> => {
  await db.run(sql`update whatsapp set due_at = null where id = ${id}`)
}

/** Who holds this number now; null: nobody. */
export const holderOfNumber = async (
  db: Db,
  phonenumber: string,
): Promise<Pick<AccountRow, 'id' | 'userId'> | null> => {
  const [row] = await db.all<Pick<AccountRow, 'id' | 'userId'>>(
    sql`select id, user_id as "userId" from whatsapp where phonenumber = ${phonenumber} and removed_at is null`,
  )
  return row ?? null
}

/**
 * An admin's pause of the account that had this number before its owner removed it (rule account-hold), as the row keeps it;
 * null: none.
 */
export const holdOfRemoved = async (db: Db, phonenumber: string): Promise<AccountRow['held']> => {
  const [row] = await db.all<Pick<AccountRow, 'held'>>(sql`
    select held
    from whatsapp
    where phonenumber = ${phonenumber} and held is not null and removed_at is not null
    order by removed_at desc
    limit 1
  `)
  return row?.held ?? null
}
export type LeftBehind = Pick<
  AccountRow,
  'state' | 'suspendedCount' | 'restrictedUntil' | 'sentDay' | 'sentToday' | 'rest'
>
/** What the account that had this number last stood at when it was removed; null: none had it. */
export const leftByRemoved = async (db: Db, phonenumber: string): Promise<LeftBehind | null> => {
  const [row] = await db.all<LeftBehind>(sql`
    select
      state, suspended_count as "suspendedCount", restricted_until as "restrictedUntil", sent_day as "sentDay",
      sent_today as "sentToday", rest
    from whatsapp
    where phonenumber = ${phonenumber} and removed_at is not null
    order by removed_at desc
    limit 1
  `)
  return row ?? null
}
/** For the batch that writes it to the new account's row: an admin who releases that one releases the number. */
export const takeOverHold = (db: Db, phonenumber: string): Statement =>
  db.run(sql`
    update whatsapp
    set held = null
    where phonenumber = ${phonenumber} and held is not null and removed_at is not null
  `)
