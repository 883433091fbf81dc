// Writes stops to the journal that are in the consent history and may not be there: the bucket did not answer, or the Worker died, when
// they were made (rule journal).
import { z } from 'zod'
import { sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import { readJson } from '../../record/journal/bucket.ts'
import { addStops } from './journal.ts'
import type { Stop } from '../../record/journal/format.ts'

/** Written again and again, so it stands apart from what is locked. */
const MARK_KEY = 'state/mark.json'
/** Where versions before the locks had it. */
const OLD_MARK_KEY = 'journal/mark.json'
const mark = z.object({ last: z.number() })
const ROWS_A_MINUTE = 5_000

const setMark = async (bucket: R2Bucket, last: number): Promise<void> => {
  await bucket.put(MARK_KEY, JSON.stringify({ last }))
}
/** What was there before the first journal is in every backup, and by now some of it may have been taken back: told as new, it would stop them. */
const endOfHistory = async (db: Db): Promise<number> =>
  (await db.all<{ last: number }>(sql`select coalesce(max(id), 0) as last from consent_history`))[0]?.last ?? 0

/** Reads the history on from its mark, also what is there already: a stop that is told twice stops once. */
export const noteMissedStops = async (db: Db, bucket: R2Bucket): Promise<void> => {
  const marked = await readJson(bucket, MARK_KEY, mark)
  const before = marked ?? (await readJson(bucket, OLD_MARK_KEY, mark))
  const last = before?.value.last ?? (await endOfHistory(db))
  if (!marked) await setMark(bucket, last)
  const rows = await db.all<{ id: number; event: string } & Omit<Stop, 'event' | 'kid'>>(sql`
    select id, event, hash, source as via, by, at
    from consent_history
    where id > ${last}
    order by id
    limit ${ROWS_A_MINUTE}
  `)
  const end = rows.at(-1)
  if (!end) return
  const stops = rows.flatMap(({ id: _id, event, ...row }): Stop[] =>
    event === 'opt_out' || event === 'erased' ? [{ ...row, event, kid: null }] : [],
  )
  // named by now, not by their own time: a restore reads on from its backup
  if (stops.length > 0) await addStops(bucket, Date.now(), stops)
  await setMark(bucket, end.id)
}
