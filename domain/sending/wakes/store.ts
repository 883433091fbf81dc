// The accounts that the cron wakes: those whose row was not written when it was due, and those that rest and still hold numbers.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import { AGAIN_MS, AT_WORK_DUE_MS, GRACE_MS } from './rules.ts'
import { purge } from '../../ground/db/purge.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { whatsapp } from '../whatsapp/table.ts'

/**
 * Ids of up to `limit` accounts whose row is overdue, the longest overdue first. The same statement moves their due time:
 * an account that does not answer is asked again after all others, and two crons that run at once ask nobody twice.
 */
export const takeOverdue = async (db: Db, request: { now: number; limit: number }): Promise<string[]> => {
  const again = request.now + AGAIN_MS
  const overdue = sql`
    select id
    from whatsapp
    where due_at < ${request.now - GRACE_MS}
    order by due_at
    limit ${request.limit}
  `
  const [, rows] = await db.batch([
    // before the due time moves: an account that still has the one of its last wake did not answer that wake
    db.run(sql`
      insert into unanswered_wakes (account_id, due_at, tries)
      select id, ${again}, 1 from whatsapp where id in (${overdue})
      on conflict (account_id) do update set
        tries = case
          when (select w.due_at from whatsapp w where w.id = excluded.account_id) = unanswered_wakes.due_at
          then unanswered_wakes.tries + 1
          else 1
        end,
        due_at = excluded.due_at
    `),
    db.all<Row<typeof whatsapp, 'id'>>(
      sql`update whatsapp set due_at = ${again} where id in (${overdue}) returning id`,
    ),
  ])
  return rows.map((row) => row.id)
}

/** Cron: accounts that answered, or are not there any more. */
export const purgeAnsweredWakes = async (db: Db): Promise<void> => {
  await purge(
    db,
    'unanswered_wakes',
    sql`not exists (select 1 from whatsapp w where w.id = unanswered_wakes.account_id and w.due_at = unanswered_wakes.due_at)`,
  )
}

type Holder = Row<typeof whatsapp, 'id'> & { idle: 0 | 1 }
/** Accounts that hold numbers, in the order of their ids, and whether their rows say that they rest. @param after an id */
const holdersAfter = ({ after, now, limit }: { after: SQL; now: number; limit: number }): SQL =>
  // Each step of the recursion jumps in the index to the next account that holds numbers, however many it holds: `select
  // distinct` would read every number that is held.
  sql`
    with recursive holder (id, n) as (
      select min(in_use_by), 1
      from phone_numbers
      where in_use = 1 and in_use_by > ${after}
      union all
      select
        (select min(p.in_use_by) from phone_numbers p where p.in_use = 1 and p.in_use_by > holder.id),
        n + 1
      from holder
      where holder.id is not null and n < ${limit}
    )
    select
      holder.id,
      w.id is null or w.status = 'idle' and (w.due_at is null or w.due_at > ${now + AT_WORK_DUE_MS}) as idle
    from holder
    left join whatsapp w on w.id = holder.id
    where holder.id is not null
  `

/**
 * Ids of accounts that hold numbers although their rows say that they rest, among the next `limit` accounts that hold any, in the
 * order of their ids; after the last account the round begins again. An account at work settles its numbers by itself.
 */
export const nextIdleHolders = async (db: Db, request: { now: number; limit: number }): Promise<string[]> => {
  const after = sql`coalesce((select after from cron_rounds where name = 'holders'), '')`
  const rows = await db.all<Holder>(holdersAfter({ after, ...request }))
  const last = rows.length < request.limit ? '' : (rows.at(-1)?.id ?? '')
  await db.run(sql`
    insert into cron_rounds (name, after)
    values ('holders', ${last})
    on conflict (name) do update set after = excluded.after
    where after <> excluded.after
  `)
  return rows.filter((row) => row.idle === 1).map((row) => row.id)
}
/** Hourly look, for a batch: how many of the first `limit` accounts that hold numbers rest. */
export const countIdleHolders = (db: Db, request: { now: number; limit: number }) =>
  db.all<{ idle: number }>(
    sql`select count(*) as idle from (${holdersAfter({ after: sql`''`, ...request })}) where idle = 1`,
  )
