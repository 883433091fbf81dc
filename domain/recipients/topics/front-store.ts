// Where claims begin: who refused all that is sent is never tried, so such people stay at the head of the claims' index for good, and each claim would
// look at all of them (rule topics). The cron finds the first who takes something, and claims begin there.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'

/** The row of cron_rounds: [last_attempt_at, id] of the first who takes something; none: claims begin with the first of all. */
export const FRONT = 'topics-front'
const part = (index: number): SQL =>
  sql`coalesce((select json_extract(after, ${`$[${index}]`}) from cron_rounds where name = ${FRONT}), 0)`
/**
 * Of phone_numbers as p, whose claims' index has this order: those of the place's own time from it on, and those behind. Not one comparison of both
 * columns, of which SQLite takes the first alone where the second is the rowid: everybody who was never tried has one time, and all were looked at.
 */
export const AT_THE_FRONT = sql`p.last_attempt_at = ${part(0)} and p.id >= ${part(1)}`
export const BEHIND_THE_FRONT = sql`p.last_attempt_at > ${part(0)}`
/** Somebody may take something again: claims begin with the first of all until the cron's next look. */
export const forgetFront = (db: Db) => db.run(sql`delete from cron_rounds where name = ${FRONT}`)
