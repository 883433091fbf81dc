// What an office must know of one person, for one batch: accounts, bonuses, withdraws. Each part is the newest few, and the sums of all.
import { sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { bonuses } from '../../money/bonus/table.ts'
import type { whatsapp } from '../../sending/whatsapp/table.ts'
import type { withdraws } from '../../money/withdraw/table.ts'

/** How many rows of each part an overview shows. */
export const OVERVIEW_ROWS = 5

export type OverviewAccount = Row<
  typeof whatsapp,
  | 'id'
  | 'clientid'
  | 'phonenumber'
  | 'nickname'
  | 'pushname'
  | 'state'
  | 'suspended_count'
  | 'restricted_until'
  | 'income_sen'
>
/** The accounts with the most strikes first, because they need a look. */
export const selectAccounts = (db: Db, userId: string) =>
  db.all<OverviewAccount>(sql`
    select id, clientid, phonenumber, nickname, pushname, state, suspended_count, restricted_until, income_sen
    from whatsapp
    where user_id = ${userId} and removed_at is null and phonenumber is not null
    order by suspended_count desc, created_at desc, id
    limit ${OVERVIEW_ROWS}
  `)
export type AccountSums = { total: number; connected: number; strikes: number }
export const selectAccountSums = (db: Db, userId: string) =>
  db.all<AccountSums>(sql`
    select
      (
        select count(*)
        from whatsapp
        where user_id = ${userId} and removed_at is null and phonenumber is not null
      ) as total,
      (
        select count(*)
        from whatsapp
        where user_id = ${userId} and removed_at is null and phonenumber is not null and state = 'connected'
      ) as connected,
      (
        select coalesce(sum(suspended_count), 0)
        from whatsapp
        where user_id = ${userId} and removed_at is null and phonenumber is not null
      ) as strikes
  `)

export type OverviewBonus = Row<typeof bonuses, 'id' | 'nominal' | 'reason' | 'created_at'>
export const selectBonuses = (db: Db, userId: string) =>
  db.all<OverviewBonus>(sql`
    select id, nominal, reason, created_at
    from bonuses
    where user_id = ${userId} and deleted_at is null
    order by created_at desc, id desc
    limit ${OVERVIEW_ROWS}
  `)
export type OverviewWithdraw = Row<typeof withdraws, 'id' | 'nominal' | 'status' | 'created_at'>
export const selectWithdraws = (db: Db, userId: string) =>
  db.all<OverviewWithdraw>(sql`
    select id, nominal, status, created_at
    from withdraws
    where user_id = ${userId}
    order by created_at desc, id desc
    limit ${OVERVIEW_ROWS}
  `)
export type MoneySums = { bonuses: number; paid: number; waiting: number }
/** Whole rupiah. */
export const selectMoneySums = (db: Db, userId: string) =>
  db.all<MoneySums>(sql`
    select
      (select coalesce(sum(nominal), 0) from bonuses where user_id = ${userId} and deleted_at is null) as bonuses,
      (select coalesce(sum(nominal), 0) from withdraws where user_id = ${userId} and status = 'accepted') as paid,
      (select coalesce(sum(nominal), 0) from withdraws where user_id = ${userId} and status = 'requested') as waiting
  `)
