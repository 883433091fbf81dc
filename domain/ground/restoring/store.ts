// The restoration under way in SQL (rule restore-gate).
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/connection.ts'
import type { restorations } from './table.ts'

export type Restoration = Pick<
  typeof restorations.$inferSelect,
  'backup' | 'since' | 'keys' | 'phase' | 'after' | 'report'
>

/** For other statements' columns. */
export const UNDER_WAY: SQL = sql`exists (select 1 from restorations where id = 1 and done_at is null)`
/**
 * For other statements' conditions. A place without people is a new one, where nothing is to be done, or a lost one whose objects go on: what
 * they say must wait for `npm run restore`. The release's own visitor is nobody.
 */
export const HAS_PEOPLE: SQL = sql`exists (select 1 from users where email not like 'probe-%@release.invalid')`
/** For other statements' conditions and columns. */
export const IS_RESTORING: SQL = sql`(${UNDER_WAY} or not ${HAS_PEOPLE})`

export type Gate = 'open' | 'restoring' | 'empty'
/** What keeps the gate closed, if anything does. */
export const gateOf = async (db: Db): Promise<Gate> => {
  const [row] = await db.all<{ underWay: number; closed: number }>(
    sql`select ${UNDER_WAY} as "underWay", ${IS_RESTORING} as closed`,
  )
  if (row?.underWay === 1) return 'restoring'
  return row?.closed === 1 ? 'empty' : 'open'
}

/** Whether one came to its end after this (epoch ms): what was read of the database before is not what it has now. */
export const isRestoredSince = async (db: Db, at: number): Promise<boolean> =>
  (await db.all(sql`select 1 from restorations where id = 1 and done_at > ${at}`)).length > 0

/** null: there is none, or another cron works on it. @param leaseMs for so long nobody else does */
export const takeRestoration = async (db: Db, now: number, leaseMs: number): Promise<Restoration | null> => {
  const [row] = await db.all<Restoration>(sql`
    update restorations
    set lease_until = ${now + leaseMs}
    where id = 1 and done_at is null and lease_until < ${now}
    returning backup, since, keys, phase, after, report
  `)
  return row ?? null
}
export const saveRestoration = async (db: Db, r: Restoration): Promise<void> => {
  await db.run(sql`
    update restorations
    set phase = ${r.phase}, after = ${r.after}, report = ${r.report}
    where id = 1 and done_at is null
  `)
}
/** @param doneAt null: the next cron goes on */
export const releaseRestoration = async (db: Db, doneAt: number | null): Promise<void> => {
  await db.run(sql`
    update restorations
    set lease_until = 0, done_at = ${doneAt}, keys = case when ${doneAt} is null then keys end
    where id = 1 and done_at is null
  `)
}
