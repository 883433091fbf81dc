// What was counted in the last hours, by windows, and containers that did not start, for the look of every five minutes (rule troubles).
import { sql } from 'drizzle-orm'
import { HOUR_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import type { Db } from '../../ground/db/connection.ts'
import type { Counts } from '../../ground/tally/rules.ts'
import { BUCKET_MS } from '../../ground/metrics/store.ts'
import type { Windows } from './budget-rules.ts'

const COUNTED = ['wa_api_answers_total', 'wa_session_samples_total', 'wa_mails_total']
type Counted = { key: string } & Record<keyof Windows, number>
/** For a batch: some eighty rows. A row that cannot be read counts nothing. */
export const selectCounted = (db: Db, now: number) =>
  db.all<Counted>(sql`
    select
      j.key,
      sum(iif(m.at > ${now - 10 * MINUTE_MS - BUCKET_MS}, j.value, 0)) as last,
      sum(iif(m.at > ${now - HOUR_MS / 2 - BUCKET_MS}, j.value, 0)) as half,
      sum(iif(m.at > ${now - HOUR_MS - BUCKET_MS}, j.value, 0)) as hour,
      sum(j.value) as "sixHours"
    from measures m, json_each(iif(json_valid(m.counts), m.counts, '{}')) j
    where m.at > ${now - 6 * HOUR_MS - BUCKET_MS}
      and substr(j.key, 1, instr(j.key || '|', '|') - 1) in (select value from json_each(${JSON.stringify(COUNTED)}))
    group by j.key
  `)
export const windowsOf = (rows: readonly Counted[]): Windows => {
  const of = (window: keyof Windows): Counts => Object.fromEntries(rows.map((row) => [row.key, row[window]]))
  return { last: of('last'), half: of('half'), hour: of('hour'), sixHours: of('sixHours') }
}

/** Cron: so many containers did not start just now, or their runners were not heard. */
export const noteContainers = async (db: Db, failed: number, now: number): Promise<void> => {
  await db.run(sql`
    insert into watch_marks (name, subject, at, figures)
    values ('containers', '', ${now}, json_object('containers', ${failed}))
    on conflict (name, subject) do update set at = excluded.at, figures = excluded.figures
  `)
}
