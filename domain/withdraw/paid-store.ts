// What was paid out, from counters that triggers on the requests keep (migrations/0011_reads.sql). Whole rupiah; a day is
// Jakarta's, the one of the decision.
import { sql } from 'drizzle-orm'
import type { Db } from '../db/connection.ts'
import { counter } from '../db/list-store.ts'

const paid = async (db: Db, name: string): Promise<number> =>
  (await db.all<{ total: number }>(sql`select ${counter(name)} as total`))[0]?.total ?? 0
export const paidInAll = (db: Db): Promise<number> => paid(db, 'paid.total')
/** @param day YYYY-MM-DD */
export const paidOnDay = (db: Db, day: string): Promise<number> => paid(db, `paid.${day}`)

/** Days from one on, those on which something was paid; userId null: everybody's. */
export const paidByDay = (db: Db, userId: string | null, from: string): Promise<{ day: string; total: number }[]> =>
  userId === null
    ? // behind the digits of the days, before paid.total
      db.all(sql`
        select substr(name, 6) as day, value as total
        from counters
        where name >= ${`paid.${from}`} and name < 'paid.:'
      `)
    : // the plus: a person's own are few, in the order of their index
      db.all(sql`
        select strftime('%Y-%m-%d', decided_at / 1000 + 25200, 'unixepoch') as day, sum(nominal) as total
        from withdraws
        where user_id = ${userId} and +status = 'accepted'
        group by 1
        having day >= ${from}
      `)
