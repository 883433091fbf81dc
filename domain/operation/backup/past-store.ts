// Whether a day of before the cut moved while a backup reads its rows (rule backup): what settles late counts on a day that was over. The cut
// has the balances and settled batches of before, so such a day's rows would count twice once the journal settles that batch again.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import { sha256 } from './seal.ts'

type Rows = { past: string }[]
/**
 * What was earned on each day by everybody, which moves with each person's row. Without failures: one that turns out to have arrived is taken
 * from the day it was counted on, days later and at any time, and a backup would never end.
 * @param before YYYY-MM-DD
 */
export const selectPast = (db: Db, before: SQL): ReturnType<typeof db.all<Rows[number]>> =>
  db.all<Rows[number]>(sql`
    select json_group_array(json_array(day, success, income_sen, referral_sen)) as past
    from (
      select day, success, income_sen, referral_sen
      from daily_stats
      where user_id = '' and day < ${before}
      order by day
    )
  `)
/** One string, whatever the number of days. */
export const digestOfPast = ([row]: Rows): Promise<string> =>
  sha256(new Uint8Array(new TextEncoder().encode(row?.past ?? '')))
export const pastOf = async (db: Db, before: string): Promise<string> =>
  digestOfPast(await selectPast(db, sql`${before}`))
