// What was paid out, from counters that triggers on the requests keep (migrations/0011_reads.sql). Whole rupiah, by the
// day of the decision in Jakarta.
import { sql } from 'drizzle-orm'
import type { Rupiah } from '../../../contract/ground/money.ts'
import type { Db } from '../../ground/db/connection.ts'
import { counter } from '../../ground/db/list-store.ts'

const paid = async (db: Db, name: string): Promise<number> =>
  (await db.all<{ total: number }>(sql`select ${counter(name)} as total`))[0]?.total ?? 0
export const paidInAll = (db: Db): Promise<number> => paid(db, 'paid.total')
/** @param day YYYY-MM-DD */
export const paidOnDay = (db: Db, day: string): Promise<number> => paid(db, `paid.${day}`)

/** Rupiah of everybody's requests that are not transferred yet. */
export const owedToAll = async (db: Db): Promise<Rupiah> => {
  const [row] = await db.all<{ owed: Rupiah }>(sql`
    select coalesce(sum(nominal), 0) as owed
    from (
      select nominal from withdraws where status = 'requested'
      union all
      select nominal from withdraws indexed by withdraws_to_transfer where status = 'accepted' and payment is null
    )
  `)
  return row?.owed ?? 0
}

/** Rupiah of one person's requests: not transferred yet, and transferred. */
export const transfersOf = async (db: Db, userId: string): Promise<{ owed: Rupiah; paid: Rupiah }> => {
  // Unary + as below: a person's own requests are few.
  const [sums] = await db.all<{ owed: Rupiah; paid: Rupiah }>(sql`
    select
      coalesce(sum(iif(payment is null, nominal, 0)), 0) as owed,
      coalesce(sum(iif(payment is null, 0, nominal)), 0) as paid
    from withdraws
    where user_id = ${userId} and +status in ('requested', 'accepted')
  `)
  return sums ?? { owed: 0, paid: 0 }
}

/** The days from this one on that have payments; userId null: everybody's. */
export const paidByDay = (db: Db, userId: string | null, from: string): Promise<{ day: string; total: number }[]> =>
  userId === null
    ? // ':' comes after the digits that days begin with, and before the t of paid.total: only days are in this range.
      db.all(sql`
        select substr(name, 6) as day, value as total
        from counters
        where name >= ${`paid.${from}`} and name < 'paid.:'
      `)
    : // Unary + keeps SQLite from the index by status: a person's own requests are few, all accepted ones are not.
      // 25200 s are the seven hours of Jakarta.
      db.all(sql`
        select strftime('%Y-%m-%d', decided_at / 1000 + 25200, 'unixepoch') as day, sum(nominal) as total
        from withdraws
        where user_id = ${userId} and +status = 'accepted'
        group by 1
        having day >= ${from}
      `)
