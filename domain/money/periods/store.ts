// Money by day and by member in SQL (rule money-periods): messages' money from the daily rows, which have each on its day; the rest from
// the ledger, of everybody from the sums that a trigger keeps of it (migrations/0058_money_periods.sql).
import { type SQL, sql } from 'drizzle-orm'
import type { Span } from '../../../contract/money/periods.ts'
import { DAY_MS, JAKARTA_OFFSET_MS } from '../../../contract/ground/time.ts'
import type { Db } from '../../ground/db/connection.ts'
import { isOfFigure } from '../ledger/money-sql.ts'
import { EVERYBODY } from '../stats/store.ts'
import type { Moved, MovedDay } from './rules.ts'

const dayOf = (at: SQL): SQL => sql`strftime('%Y-%m-%d', ${at} / 1000 + 25200, 'unixepoch')`
/** Epoch ms: from the first day's midnight in Jakarta to that after the last. */
const momentsOf = ({ from, to }: Span) => ({
  begin: Date.parse(from) - JAKARTA_OFFSET_MS,
  end: Date.parse(to) + DAY_MS - JAKARTA_OFFSET_MS,
})
/** Of a ledger entry `kind` and `amount_sen`; a hold is negative there. */
const BONUS_SEN = sql.raw(`iif(${isOfFigure('bonus')}, amount_sen, 0)`)
const WITHHELD_SEN = sql.raw(`iif(${isOfFigure('withheld')}, -amount_sen, 0)`)
const MOVES = sql.raw(isOfFigure('bonus', 'withheld'))
const FIGURES = sql`
  sum(messages) as messages,
  sum(income_sen) as "incomeSen",
  sum(referral_sen) as "referralSen",
  sum(bonus_sen) as "bonusSen",
  sum(withheld_sen) as "withheldSen",
  sum(paid) as paid
`

const everybodys = (name: 'bonus' | 'withheld' | 'paid', { from, to }: Span): SQL => sql`
  from counters
  where name between ${`${name}.${from}`} and ${`${name}.${to}`}
`
const daysOfAll = (span: Span): SQL => sql`
  select substr(name, 7) as day, 0 as messages, 0 as income_sen, 0 as referral_sen, value as bonus_sen, 0 as withheld_sen, 0 as paid
  ${everybodys('bonus', span)}
  union all
  select substr(name, 10), 0, 0, 0, 0, value, 0
  ${everybodys('withheld', span)}
  union all
  select substr(name, 6), 0, 0, 0, 0, 0, value
  ${everybodys('paid', span)}
`
/** By the index of the person, because their entries and requests are few: unary + and `indexed by` hold SQLite to it. */
const daysOfOne = (userId: string, span: Span): SQL => {
  const { begin, end } = momentsOf(span)
  return sql`
    select ${dayOf(sql`at`)} as day, 0 as messages, 0 as income_sen, 0 as referral_sen, ${BONUS_SEN} as bonus_sen, ${WITHHELD_SEN} as withheld_sen, 0 as paid
    from ledger
    where user_id = ${userId} and +at >= ${begin} and +at < ${end}
    union all
    select ${dayOf(sql`decided_at`)}, 0, 0, 0, 0, 0, nominal
    from withdraws indexed by withdraws_user
    where user_id = ${userId} and status = 'accepted' and decided_at >= ${begin} and decided_at < ${end}
  `
}
/** The days on which something moved. userId null: everybody's. */
export const movedDays = (db: Db, userId: string | null, span: Span): Promise<MovedDay[]> =>
  db.all<MovedDay>(sql`
    with moved as (
      ${userId === null ? daysOfAll(span) : daysOfOne(userId, span)}
      union all
      select day, success, income_sen, referral_sen, 0, 0, 0
      from daily_stats
      where user_id = ${userId ?? EVERYBODY} and day between ${span.from} and ${span.to}
    )
    select day, ${FIGURES}
    from moved
    group by day
    order by day
  `)

export type MovedMember = Moved & { userId: string; name: string | null }
/** Members by what they earned in the span, most first, and how many they are. */
export const movedMembers = async (
  db: Db,
  span: Span,
  { search = '', limit, offset }: { search?: string | undefined; limit: number; offset: number },
): Promise<{ rows: MovedMember[]; total: number }> => {
  const { begin, end } = momentsOf(span)
  const rows = await db.all<MovedMember & { total: number }>(sql`
    with moved as (
      -- cross join: each member's days by the key, instead of all days ever
      select d.user_id, d.success as messages, d.income_sen, d.referral_sen, 0 as bonus_sen, 0 as withheld_sen, 0 as paid
      from users u
      cross join daily_stats d on d.user_id = u.id and d.day between ${span.from} and ${span.to}
      union all
      select user_id, 0, 0, 0, ${BONUS_SEN}, ${WITHHELD_SEN}, 0
      from ledger indexed by ledger_moves
      where ${MOVES} and at >= ${begin} and at < ${end}
      union all
      select user_id, 0, 0, 0, 0, 0, nominal
      from withdraws indexed by withdraws_status
      where status = 'accepted' and decided_at >= ${begin} and decided_at < ${end}
    ),
    sums as (
      select user_id, ${FIGURES}
      from moved
      group by user_id
    ),
    shown as (
      select s.*, s.user_id as "userId", trim(u.firstname || ' ' || u.lastname) as name
      from sums s
      left join users u on u.id = s.user_id
      where (messages, "incomeSen", "referralSen", "bonusSen", "withheldSen", paid) <> (0, 0, 0, 0, 0, 0)
        and (${search} = '' or instr(lower(u.firstname || ' ' || u.lastname), lower(${search})) > 0)
    )
    select *, (select count(*) from shown) as total
    from shown
    order by "incomeSen" + "referralSen" + "bonusSen" desc, "userId"
    limit ${limit} offset ${offset}
  `)
  return { rows, total: rows[0]?.total ?? 0 }
}
