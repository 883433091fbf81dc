// The rows that an import made and that nobody has used since: they may go with it (rule bulk-acts).
import { type SQL, sql } from 'drizzle-orm'
import type { UnimportCount } from '../../../contract/recipients/bulk-acts.ts'
import { COUNT_STEP } from '../../../contract/recipients/segments.ts'
import type { Db } from '../../ground/db/connection.ts'

/** Of phone_numbers as p. */
export const madeBy = (importId: string): SQL => sql`
  p.id <= (
    select last_id from import_made where job_id = ${importId} and first_id <= p.id order by first_id desc limit 1
  )
`
const WRITTEN = sql`(p.in_use = 1 or p.last_attempt_at >= p.created_at or p.count_success > 0 or p.count_fail > 0)`
const STOPPED = sql`(p.suppressed = 1)`
const EDITED = sql`exists (select 1 from recipient_touches t where t.number_id = p.id and t.tag_id = 0)`
/** By somebody: what the import itself gave goes with it. */
const taggedSince = (importId: string): SQL => sql`
  exists (
    select 1
    from phone_tags x
    where x.number_id = p.id
      and x.tag_id not in (select g.value from import_jobs j, json_each(coalesce(j.tags, '[]')) g where j.id = ${importId})
  )
`
const stays = (importId: string): SQL => sql`
  case
    when ${WRITTEN} then 'written'
    when ${STOPPED} then 'stopped'
    when ${EDITED} then 'edited'
    when ${taggedSince(importId)} then 'tagged'
  end
`
/** Of phone_numbers as p. */
export const mayGo = (importId: string): SQL =>
  sql`not (${WRITTEN} or ${STOPPED} or ${EDITED} or ${taggedSince(importId)})`

/** One step of the count, in the order of ids. */
export const unimportStep = async (db: Db, importId: string, after: number): Promise<UnimportCount> => {
  const rows = await db.all<{ stays: keyof UnimportCount['stays'] | null; n: number; last: number }>(sql`
    select stays, count(*) as n, max(id) as last
    from (
      select p.id, ${stays(importId)} as stays
      from import_made m
      cross join phone_numbers p on p.id between max(m.first_id, ${after} + 1) and m.last_id
      where m.job_id = ${importId} and m.last_id > ${after}
      order by m.first_id, p.id
      limit ${COUNT_STEP}
    )
    group by stays
  `)
  const staying = { written: 0, stopped: 0, edited: 0, tagged: 0 }
  for (const { stays: why, n } of rows) if (why !== null) staying[why] += n
  const looked = rows.reduce((sum, { n }) => sum + n, 0)
  return {
    people: rows.find(({ stays: why }) => why === null)?.n ?? 0,
    stays: staying,
    next: looked === COUNT_STEP ? Math.max(...rows.map(({ last }) => last)) : null,
  }
}
/** Where its ids begin and end; null: it made none, or is not there. */
export const madeIds = async (db: Db, importId: string): Promise<{ first: number; last: number } | null> => {
  const [row] = await db.all<{ first: number | null; last: number | null }>(
    sql`select min(first_id) as first, max(last_id) as last from import_made where job_id = ${importId}`,
  )
  return row?.first == null || row.last === null ? null : { first: row.first, last: row.last }
}
