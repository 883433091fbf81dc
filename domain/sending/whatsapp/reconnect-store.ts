// Accounts that gave up are asked to connect again, some a minute (rule reconnect-all): how far that has come is a row of the cron's rounds.
import { type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../ground/db/connection.ts'

/** They wait for a person, and keep their stored sessions. */
const GIVEN_UP: SQL = sql`removed_at is null and state = 'disconnected'`

export type GivenUp = { accounts: number; areAsked: boolean }
export const readGivenUp = async (db: Db): Promise<GivenUp> => {
  const [row] = await db.all<{ accounts: number; asked: 0 | 1 }>(sql`
    select
      (select count(*) from whatsapp where ${GIVEN_UP}) as accounts,
      exists (select 1 from cron_rounds where name = 'reconnect') as asked
  `)
  return { accounts: row?.accounts ?? 0, areAsked: row?.asked === 1 }
}
/** One that is under way goes on where it is: who presses meanwhile asks for the same. */
export const beginReconnect = (db: Db): Statement =>
  db.run(sql`insert into cron_rounds (name, after) values ('reconnect', '') on conflict (name) do nothing`)

export type Portion = { after: string; ids: string[] }
/** The next ones in the order of their ids; null: nobody asked for it, or all were asked. */
export const nextToReconnect = async (db: Db, limit: number): Promise<Portion | null> => {
  const rows = await db.all<{ after: string; id: string | null }>(sql`
    select r.after, w.id
    from cron_rounds r
    left join (select id from whatsapp where ${GIVEN_UP}) w on w.id > r.after
    where r.name = 'reconnect'
    order by w.id
    limit ${limit}
  `)
  const [first] = rows
  return first ? { after: first.after, ids: rows.flatMap(({ id }) => id ?? []) } : null
}
/** They were asked. Who died before this asks them again, which changes nothing of those that connect by now. */
export const endPortion = async (db: Db, { after, ids }: Portion, limit: number): Promise<void> => {
  const last = ids.at(-1)
  await db.run(
    last !== undefined && ids.length === limit
      ? sql`update cron_rounds set after = ${last} where name = 'reconnect' and after = ${after}`
      : sql`delete from cron_rounds where name = 'reconnect' and after = ${after}`,
  )
}
