// What the database knows of the service's state. Each figure is one row of an index.
import { sql } from 'drizzle-orm'
import type { DeepHealth } from '../../../contract/operation/health.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import type { Db } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { cronEnds } from './table.ts'

/** Cron: a round ended well. */
export const recordCronEnd = async (
  db: Db,
  round: Row<typeof cronEnds, 'round'>['round'],
  now: number,
): Promise<void> => {
  await db.run(sql`
    insert into cron_ends (round, ended_at)
    values (${round}, ${now})
    on conflict (round) do update set ended_at = excluded.ended_at
  `)
}
/**
 * Cron: whether this minute does the hour's work. It is the hour's first, or the last one was of over an hour before, because an invocation was
 * missed. Only one minute makes up for it, whatever comes of it, and a first minute that comes after it is too late: what fails is tried
 * again with the next hour.
 * @param scheduledAt of the invocation (epoch ms): the clock goes on while other work of the minute is done
 */
export const beginHour = async (db: Db, scheduledAt: number): Promise<boolean> => {
  const begun = await db.all(
    scheduledAt % HOUR_MS < MINUTE_MS
      ? sql`
          insert into cron_ends (round, ended_at)
          values ('hour_begun', ${scheduledAt})
          on conflict (round) do update set ended_at = excluded.ended_at where ended_at <= excluded.ended_at
          returning round
        `
      : sql`
          update cron_ends
          set ended_at = ${scheduledAt}
          where round = 'hour_begun' and ended_at <= ${scheduledAt - HOUR_MS}
          returning round
        `,
  )
  return begun.length > 0
}
export type Figures = Omit<NonNullable<DeepHealth['database']>, 'roundTripMs'>
type FiguresRow = Figures['waiting'] & Figures['cron'] & Pick<Figures, 'restoringSince' | 'recordClosedTo'>
/** For a batch; `figuresOf` reads its row. */
export const selectFigures = (db: Db, now: number) =>
  db.all<FiguresRow>(sql`
    select
      (select min(due_at) from whatsapp where due_at < ${now}) as "accountsToWake",
      (select min(updated_at) from import_jobs where status = 'running') as imports,
      (select min(updated_at) from number_checks where source = 'reading') as "validatorFiles",
      (select min(due_at) from notice_pushes where due_at < ${now}) as pushes,
      (select created_at from erasures where done_at is null order by id limit 1) as erasures,
      (select ended_at from cron_ends where round = 'minute') as minute,
      (select ended_at from cron_ends where round = 'hour') as hour,
      (select ended_at from cron_ends where round = 'backup') as backup,
      (select started_at from restorations where id = 1 and done_at is null) as "restoringSince",
      (select max(day) from record_days) as "recordClosedTo"
  `)
export const figuresOf = ([row]: readonly FiguresRow[]): Figures => {
  if (!row) throw new RangeError('the figures have no row')
  const { minute, hour, backup, restoringSince, recordClosedTo, ...waiting } = row
  return { waiting, cron: { minute, hour, backup }, restoringSince, recordClosedTo }
}
export const readFigures = async (db: Db, now: number): Promise<Figures> => figuresOf(await selectFigures(db, now))
