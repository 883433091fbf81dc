// The list of members to look at (rule fraud-list): those of a high score on the last day, and those with a hold.
import { sql } from 'drizzle-orm'
import { DEFAULT_SETTINGS } from '../../../contract/ground/settings.ts'
import type { Db } from '../../ground/db/connection.ts'
import { COUNT_MAX, offsetOf, type Page } from '../../ground/db/page-rules.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { users } from '../../people/users/table.ts'
import { SHOWN_DAY } from './shown-day-store.ts'

const LEAST = sql`
  coalesce((select cast(value as integer) from settings where key = 'fraud_list_score'), ${DEFAULT_SETTINGS.fraud_list_score})
`
/** Ids with their score, and whether they are held. */
export const LISTED = sql`
  select user_id, max(score) as score, max(held) as held
  from (
    select user_id, score, 0 as held from fraud_scores where day = ${SHOWN_DAY} and score >= ${LEAST}
    union all
    select h.user_id, coalesce(s.score, 0), 1
    from withdraw_holds h
    left join fraud_scores s on s.user_id = h.user_id and s.day = ${SHOWN_DAY}
    where h.lifted_at is null
  )
  group by user_id
`
export type SuspectRow = Row<typeof users, 'firstname' | 'lastname' | 'email'> & {
  user_id: string
  score: number
  /** JSON: signals of that day; the open hold and the last lifted one, or null. */
  signals: string
  hold: string | null
  lifted: string | null
}
const holdOf = (open: boolean, who: string, fields: string) => sql`
  (
    select json_object(${sql.raw(fields)}, 'by', trim(b.firstname || ' ' || b.lastname))
    from withdraw_holds h
    left join users b on b.id = ${sql.raw(who)}
    where h.user_id = k.user_id and h.lifted_at is ${sql.raw(open ? '' : 'not')} null
    order by h.id desc
    limit 1
  )
`
export type Named = { id: string; name: string }
export const suspectPage = async (
  db: Db,
  page: Page,
): Promise<{ rows: SuspectRow[]; people: Named[]; total: number; day: string | null; partial: boolean }> => {
  const keys = sql`
    ${LISTED} order by held desc, score desc, user_id limit ${page.limit} offset ${offsetOf(page)}
  `
  const [rows, people, [count]] = await db.batch([
    db.all<SuspectRow>(sql`
      select
        k.user_id, k.score, u.firstname, u.lastname, u.email,
        (
          select json_group_array(json_object('kind', f.kind, 'points', f.points, 'evidence', json(f.evidence)))
          from fraud_signals f
          where f.user_id = k.user_id and f.day = ${SHOWN_DAY}
        ) as signals,
        ${holdOf(true, 'h.by', `'at', h.at, 'reason', h.reason`)} as hold,
        ${holdOf(false, 'h.lifted_by', `'at', h.lifted_at, 'reason', h.lifted_reason`)} as lifted
      from (${keys}) k
      cross join users u on u.id = k.user_id
      order by k.held desc, k.score desc, k.user_id
    `),
    db.all<Named>(sql`
      select distinct u.id, trim(u.firstname || ' ' || u.lastname) as name
      from (${keys}) k
      cross join fraud_signals f on f.user_id = k.user_id and f.day = ${SHOWN_DAY}
      cross join json_each(f.evidence, '$.people') p
      cross join users u on u.id = p.value
    `),
    db.all<{ total: number; day: string | null; partial: 0 | 1 }>(sql`
      select
        (select count(*) from (${LISTED} limit ${COUNT_MAX})) as total,
        ${SHOWN_DAY} as day,
        exists (select 1 from cron_rounds where name = 'fraud-skipped' and after = ${SHOWN_DAY}) as partial
    `),
  ])
  return { rows, people, total: count?.total ?? 0, day: count?.day ?? null, partial: count?.partial === 1 }
}
