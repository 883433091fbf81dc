// Reads of the daily figures; days are Jakarta's. Rows with user_id '' are the sums over everybody.
import { sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { dailyStats } from './table.ts'

export const EVERYBODY = ''
export type Figures = Pick<typeof dailyStats.$inferSelect, 'success' | 'fail' | 'incomeSen'>
const NONE: Figures = { success: 0, fail: 0, incomeSen: 0 }
const SUMS = sql`
  coalesce(sum(success), 0) as success,
  coalesce(sum(fail), 0) as fail,
  coalesce(sum(income_sen), 0) as "incomeSen"
`

export const figuresOfDay = async (db: Db, userId: string, day: string): Promise<Figures> =>
  (await db.all<Figures>(sql`select ${SUMS} from daily_stats where user_id = ${userId} and day = ${day}`))[0] ?? NONE
export const figuresOfAll = async (db: Db, userId: string): Promise<Figures> =>
  (await db.all<Figures>(sql`select ${SUMS} from daily_stats where user_id = ${userId}`))[0] ?? NONE

/** Messages ever sent and failed; resetting an account's counters does not lower them. */
export const lifetimeOf = async (db: Db, userId: string): Promise<{ success: number; fail: number } | null> =>
  (
    await db.all<{ success: number; fail: number }>(
      sql`select lifetime_success as success, lifetime_fail as fail from users where id = ${userId}`,
    )
  )[0] ?? null

export type DayRow = Row<typeof dailyStats, 'day' | 'success' | 'fail' | 'income_sen' | 'connected' | 'demo'>
/** From a day on, oldest first. */
export const daysOf = (db: Db, userId: string, from: string): Promise<DayRow[]> =>
  db.all<DayRow>(sql`
    select day, success, fail, income_sen, connected, demo
    from daily_stats
    where user_id = ${userId} and day >= ${from}
    order by day
    limit 400
  `)

/** Notes on the day's row how many accounts each person, and everybody together, has connected now, if that is a new high. */
export const recordConnected = async (db: Db, day: string): Promise<void> => {
  await db.run(sql`
    insert into daily_stats (user_id, day, connected)
    select user_id, ${day}, n
    from (
      select user_id, count(*) as n
      from whatsapp
      where state = 'connected' and removed_at is null
      group by user_id
      union all
      select ${EVERYBODY}, count(*)
      from whatsapp
      where state = 'connected' and removed_at is null
    )
    where n > 0
    on conflict (user_id, day) do update set connected = max(connected, excluded.connected)
  `)
}
