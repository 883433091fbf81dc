// The limits of a Jakarta day in SQL, and what else one person does not decide alone (rules day-limits, decider-day-limit, bank-change). The statement that decides asks them itself: of fifty decisions at one moment
// none passes on what another has used up.
import { type SQL, sql } from 'drizzle-orm'
import type { Rupiah } from '../../../contract/ground/money.ts'
import { DECIDER_DAY_FACTOR, DEFAULT_SETTINGS } from '../../../contract/ground/settings.ts'
import { jakartaMidnight } from '../../../contract/ground/time.ts'
import { replacedLately } from '../../people/bank-details/changes-store.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseIf } from '../../ground/db/refusal-store.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { dayDecisions } from './table.ts'

/** One act of one person: one bonus, one request, or all requests of a payout batch. */
export type Deciding = {
  kind: Row<typeof dayDecisions, 'kind'>['kind']
  by: string
  now: number
  /** amount: whole rupiah. */
  lines: readonly { subject: string; beneficiaryId: string; amount: Rupiah }[]
}

const setting = (key: 'second_person_above' | 'decider_day_limit'): SQL =>
  sql`(select cast(value as integer) from settings where key = ${key})`
const ABOVE = sql`coalesce(${setting('second_person_above')}, ${DEFAULT_SETTINGS.second_person_above})`
const DECIDER_LIMIT = sql`coalesce(${setting('decider_day_limit')}, ${DECIDER_DAY_FACTOR} * ${ABOVE})`

/**
 * 1: with what was decided since midnight it is above one of the limits, or it goes to bank details that were changed within a day. What
 * is decided again counts once.
 */
const isOver = ({ kind, by, now, lines }: Deciding): SQL => {
  const json = JSON.stringify(lines)
  const subjects = JSON.stringify(lines.map(({ subject }) => subject))
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const others = sql`
    d.at >= ${jakartaMidnight(now)}
    and not (d.kind = ${kind} and d.subject in (select value from json_each(${subjects})))
  `
  const ofPerson = sql`
    (select coalesce(sum(d.amount), 0) from day_decisions d where d.beneficiary_id = l.person and ${others})
  `
  const ofDecider = sql`
    (select coalesce(sum(d.amount), 0) from day_decisions d where d.decided_by = ${by} and d.alone = 1 and ${others})
  `
  const toChangedDetails = sql`
    or exists (
      select 1
      from json_each(${subjects}) l
      cross join withdraws w on w.id = l.value
      where ${replacedLately(now)}
    )
  `
  return sql`
    (
      ${ABOVE} > 0
      and exists (
        select 1
        from (
          select value ->> 'beneficiaryId' as person, sum(value ->> 'amount') as amount
          from json_each(${json})
          group by 1
        ) l
        where l.amount + ${ofPerson} > ${ABOVE}
      )
      or ${DECIDER_LIMIT} > 0 and ${total} + ${ofDecider} > ${DECIDER_LIMIT}
      ${kind === 'withdraw' ? toChangedDetails : sql``}
    )
  `
}
/** Whether this needs a second person, as far as it is known before it is written. */
export const needsSecondToday = async (db: Db, deciding: Deciding): Promise<boolean> => {
  const [row] = await db.all<{ over: 0 | 1 }>(sql`select ${isOver(deciding)} as over`)
  return row?.over === 1
}
/** For the batch that decides. Fails it where one person decides alone what needs two. */
export const dayDecision = (db: Db, deciding: Deciding, { alone }: { alone: boolean }): Statement[] => [
  ...(alone ? [refuseIf(db, 'day_limit', isOver(deciding))] : []),
  db.run(sql`
    insert into day_decisions (kind, subject, beneficiary_id, decided_by, alone, amount, at)
    select
      ${deciding.kind}, value ->> 'subject', value ->> 'beneficiaryId', ${deciding.by}, ${alone ? 1 : 0},
      value ->> 'amount', ${deciding.now}
    from json_each(${JSON.stringify(deciding.lines)})
    where true
    on conflict (kind, subject) do update set
      decided_by = excluded.decided_by,
      alone = excluded.alone,
      amount = excluded.amount,
      at = excluded.at
  `),
]
/** Its money is back: it counts no longer. */
export const dropDayDecision = (db: Db, kind: Deciding['kind'], subject: string): Statement =>
  db.run(sql`delete from day_decisions where kind = ${kind} and subject = ${subject}`)
