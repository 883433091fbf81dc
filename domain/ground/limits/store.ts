// Counts rate-limited calls by the minute. The limit is part of the insert: calls at the same moment cannot all pass a check
// that came before it.
import { sql } from 'drizzle-orm'
import type { Db } from '../db/connection.ts'
import { purge } from '../db/purge.ts'
import { LONGEST_MINUTES, minuteOf, secondsToWait } from './rules.ts'

/** Seconds to wait; null: the call is allowed and was counted. @param n of what it counts: for some calls people, not calls */
export const countCall = async (
  db: Db,
  key: string,
  limit: { most: number; minutes: number },
  now: number,
  n = 1,
): Promise<number | null> => {
  const minute = minuteOf(now)
  const since = minute - limit.minutes
  const granted = await db.all(sql`
    insert into request_counts (key, "window", count)
    select ${key}, ${minute}, ${n}
    where (select coalesce(sum(count), 0) from request_counts where key = ${key} and "window" > ${since}) <= ${limit.most - n}
    on conflict (key, "window") do update set count = count + excluded.count
    returning count
  `)
  if (granted.length > 0) return null
  const [oldest] = await db.all<{ minute: number | null }>(
    sql`select min("window") as minute from request_counts where key = ${key} and "window" > ${since}`,
  )
  return secondsToWait(oldest?.minute ?? minute, limit.minutes, now)
}

/** As if nothing had been counted: for tries that count only while they fail. */
export const forgetCounts = async (db: Db, key: string): Promise<void> => {
  await db.run(sql`delete from request_counts where key = ${key}`)
}

/** One call that was counted this minute counts no more: the try was right. */
export const takeBackCall = async (db: Db, key: string, now: number): Promise<void> => {
  await db.run(sql`
    update request_counts set count = count - 1 where key = ${key} and "window" = ${minuteOf(now)} and count > 0
  `)
}

/** Cron: deletes the minutes that no limit looks back to. */
export const purgeCounts = (db: Db, now: number): Promise<boolean> =>
  purge(db, 'request_counts', sql`"window" < ${minuteOf(now) - LONGEST_MINUTES}`)
