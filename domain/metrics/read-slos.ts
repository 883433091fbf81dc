// What the service kept of its promises in the last 24 hours and 30 days.
import { DAY_MS } from '../../contract/time.ts'
import type { Db } from '../db/connection.ts'
import { readSince } from './store.ts'
import { type Slos, slosOf } from './slo-rules.ts'

/** To the five minutes; of what is older than two days to the hour. */
export const readSlos = async (db: Db, now: number): Promise<{ day: Slos; month: Slos }> => {
  const { short, long } = await readSince(db, { short: now - DAY_MS, long: now - 30 * DAY_MS })
  return { day: slosOf(short), month: slosOf(long) }
}
