// What the place paid in the last hour and in the dearest hour of each day (rule usual-pay): every look notes the sum so far.
import { sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS, jakartaDay, MINUTE_MS } from '../../../contract/ground/time.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { EVERYBODY } from '../../money/stats/store.ts'
import type { PayFigures } from './pay-rules.ts'

const LOOK_MS = 5 * MINUTE_MS
/** Of so many looks the sum is kept: an hour, and some that come late. */
const LOOKS = 15
/** A look comes some seconds early. */
const EARLY_MS = MINUTE_MS
const DAYS = 14

export type PayRow = { total: number; then_at: number | null; then_total: number | null; days: string }
/** For a batch. A day of a version that noted no hours counts as if all of it had been paid in one. */
export const selectPay = (db: Db, now: number) =>
  db.all<PayRow>(sql`
    select
      (
        select coalesce(sum(income_sen + referral_sen), 0) from daily_stats where user_id = ${EVERYBODY}
      ) as total,
      t.at as then_at,
      t.figures ->> 'sen' as then_total,
      (
        select json_group_array(coalesce(m.figures ->> 'sen', d.income_sen + d.referral_sen))
        from daily_stats d
        left join watch_marks m on m.name = 'pay_day' and m.subject = d.day
        where d.user_id = ${EVERYBODY}
          and d.day >= ${jakartaDay(now - DAYS * DAY_MS)}
          and d.day < ${jakartaDay(now)}
          and d.income_sen + d.referral_sen > 0
      ) as days
    from (select 1)
    left join (
      select at, figures
      from watch_marks
      where name = 'pay' and at <= ${now - HOUR_MS + EARLY_MS}
      order by at desc
      limit 1
    ) t
  `)
export type PayRead = PayFigures & { total: number }
/** Looks that were missed make the hour longer: it counts by what was paid in an hour of it. */
export const payOf = (row: PayRow | undefined, now: number): PayRead => {
  const { total = 0, then_at: at = null, then_total: then = null, days = '[]' } = row ?? {}
  const hour = at === null || then === null ? null : (Math.max(0, total - then) * HOUR_MS) / Math.max(HOUR_MS, now - at)
  return { total, hour, days: JSON.parse(days) as number[] }
}
const mark = (db: Db, name: 'pay' | 'pay_day', subject: string, sen: number, now: number): Statement =>
  db.run(sql`
    insert into watch_marks (name, subject, at, figures)
    values (${name}, ${subject}, ${now}, json_object('sen', ${sen}))
    on conflict (name, subject) do update set
      at = excluded.at,
      figures = case
        when excluded.name = 'pay_day' and watch_marks.figures ->> 'sen' > excluded.figures ->> 'sen' then watch_marks.figures
        else excluded.figures
      end
  `)
/** For the batch of the look. */
export const notePay = (db: Db, { total, hour }: PayRead, now: number): Statement[] => [
  mark(db, 'pay', String(Math.floor(now / LOOK_MS) % LOOKS), total, now),
  ...(hour === null ? [] : [mark(db, 'pay_day', jakartaDay(now), Math.floor(hour), now)]),
]
