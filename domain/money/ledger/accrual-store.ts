// Money between settlement and ledger (rule accrual): what accrues moves the balance at once; a posting turns what
// accrued on a day into the ledger's entries of that day, once.
import { type SQL, sql } from 'drizzle-orm'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { balances, postingParts } from './table.ts'

type Part = Omit<typeof postingParts.$inferSelect, 'posting'>
type Move = Pick<typeof balances.$inferSelect, 'userId' | 'balanceSen' | 'referralSen'> & {
  /** The earliest of the days on which this accrued, YYYY-MM-DD. */
  since: string
}
const json = (value: unknown) => sql`json_each(${JSON.stringify(value)})`

/**
 * Goes into the batch that writes the days' rows, after them: a part belongs to the next posting of its day, whose number
 * is in that row. `where true` ends the `from`: without it SQLite would read the `on` of `on conflict` as a join's.
 */
export const accrueStatements = (
  db: Db,
  { parts, balances }: { parts: readonly Part[]; balances: readonly Move[] },
): Statement[] => {
  if (parts.length === 0) return []
  return [
    db.run(sql`
      insert into posting_parts (user_id, day, posting, kind, source, price_sen, messages, amount_sen)
      select
        d.user_id,
        d.day,
        d.postings + 1,
        j.value ->> 'kind',
        j.value ->> 'source',
        j.value ->> 'priceSen',
        j.value ->> 'messages',
        j.value ->> 'amountSen'
      from ${json(parts)} j
      join daily_stats d on d.user_id = j.value ->> 'userId' and d.day = j.value ->> 'day'
      where true
      on conflict do update set
        messages = messages + excluded.messages,
        amount_sen = amount_sen + excluded.amount_sen
    `),
    db.run(sql`
      insert into balances (user_id, balance_sen, referral_sen, unposted_since)
      select value ->> 'userId', value ->> 'balanceSen', value ->> 'referralSen', value ->> 'since'
      from ${json(balances)}
      where true
      on conflict (user_id) do update set
        balance_sen = balance_sen + excluded.balance_sen,
        referral_sen = referral_sen + excluded.referral_sen,
        unposted_since = min(coalesce(unposted_since, excluded.unposted_since), excluded.unposted_since)
    `),
  ]
}

/** Of a day (daily_stats as d): something accrued on it that the ledger does not hold yet. */
const OPEN = sql`(d.unposted_income_sen <> 0 or d.unposted_reversal_sen <> 0 or d.unposted_referral_sen <> 0)`
/** A date later than any day of the product. */
const ALL_DAYS = '9999-12-31'

/**
 * Statements that post what accrued up to this day (YYYY-MM-DD; absent: all of it): one entry for each person, day and
 * kind, with the ref `person:kind:day:posting`. The balance does not move: it counted the money when it accrued. Nothing is
 * posted twice: the second statement sets what the first one posted to zero, in the same transaction.
 */
export const postStatements = (
  db: Db,
  { userIds, through = ALL_DAYS, at }: { userIds: readonly string[]; through?: string; at: number },
): Statement[] => {
  const people = sql`(select value from ${json(userIds)})`
  const entry = (kind: string, amount: SQL) => sql`
    select
      user_id,
      ${kind} as kind,
      ${amount} as amount_sen,
      user_id || ':' || ${kind} || ':' || day || ':' || (postings + 1) as ref,
      day
    from open
    where ${amount} <> 0
  `
  return [
    db.run(sql`
      with open as (
        select d.*
        from balances b
        join daily_stats d on d.user_id = b.user_id and d.day between b.unposted_since and ${through}
        where b.user_id in ${people} and ${OPEN}
      ),
      entries as (
        ${entry('blast_income', sql`unposted_income_sen`)}
        union all
        ${entry('income_reversal', sql`unposted_reversal_sen`)}
        union all
        ${entry('referral_income', sql`unposted_referral_sen`)}
      )
      insert into ledger (user_id, kind, amount_sen, ref, at)
      select user_id, kind, amount_sen, ref, ${at}
      from entries
      order by day, user_id, kind
    `),
    db.run(sql`
      update daily_stats as d
      set
        unposted_income_sen = 0,
        unposted_reversal_sen = 0,
        unposted_referral_sen = 0,
        postings = postings + 1
      from balances b
      where b.user_id = d.user_id
        and d.user_id in ${people}
        and d.day between b.unposted_since and ${through}
        and ${OPEN}
    `),
    db.run(sql`
      update balances
      set unposted_since = (
        select min(d.day)
        from daily_stats d
        where d.user_id = balances.user_id and d.day > ${through} and ${OPEN}
      )
      where user_id in ${people} and unposted_since <= ${through}
    `),
  ]
}

const PEOPLE_AT_ONCE = 200
/**
 * Posts every day that is over, of everybody, PEOPLE_AT_ONCE a transaction. What is left when the time is up waits
 * for the next call.
 * @param today YYYY-MM-DD, Jakarta's
 */
export const postDays = async (
  db: Db,
  { today, clock, until }: { today: string; clock: () => number; until: number },
): Promise<void> => {
  const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
  let after = ''
  while (clock() < until) {
    const people = await db.all<Row<typeof balances, 'user_id'>>(sql`
      select user_id
      from balances
      where user_id > ${after} and unposted_since < ${today}
      order by user_id
      limit ${PEOPLE_AT_ONCE}
    `)
    const last = people.at(-1)
    if (!last) return
    const userIds = people.map((person) => person.user_id)
    await runBatch(db, postStatements(db, { userIds, through: yesterday, at: clock() }))
    after = last.user_id
  }
}
