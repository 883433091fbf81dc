// What was counted, in D1 (rule metrics): one row for every five minutes, added to by what writes anyway. Hours after two days, and gone after 40.
import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS, JAKARTA_OFFSET_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import { type Db, runBatch, type Statement } from '../db/connection.ts'
import { OF_RELEASES } from './by-release.ts'
import { FAIL_REASONS } from '../../../contract/sending/last-run.ts'
import type { Counts } from '../tally/rules.ts'

export const BUCKET_MS = 5 * MINUTE_MS
/** A statement that began in a bucket has ended by then: its row is added up, and none may come after. */
const SETTLED_MS = 2 * BUCKET_MS
const FINE_MS = 2 * DAY_MS
const WEEK_MS = 7 * DAY_MS
const KEPT_MS = 40 * DAY_MS

const bucketOf = (now: number): number => now - (now % BUCKET_MS)
const added = (keysAndValues: SQL): SQL => sql`
  (select json_group_object(key, n) from (select key, sum(value) as n from (${keysAndValues}) group by key))
`
/** A row that cannot be read counts nothing: it must not keep a settlement from being written. */
const READABLE = sql`iif(json_valid(measures.counts), measures.counts, '{}')`
const ADDED_TO_ROW = added(sql`
  select key, value from json_each(${READABLE}) union all select key, value from json_each(excluded.counts)
`)

/** For a batch: adds these counts to the bucket of now. */
export const countStatement = (db: Db, counts: Counts, now: number): Statement =>
  db.run(sql`
    insert into measures (at, counts)
    values (${bucketOf(now)}, ${JSON.stringify(counts)})
    on conflict (at) do update set counts = ${ADDED_TO_ROW}
  `)
/** For a batch; nothing where nothing was counted. */
export const countStatements = (db: Db, counts: Counts | null, now: number): Statement[] =>
  counts === null || Object.keys(counts).length === 0 ? [] : [countStatement(db, counts, now)]

type Added = { key: string; value: number }
const countsOf = (rows: readonly Added[]): Counts => Object.fromEntries(rows.map(({ key, value }) => [key, value]))

/** For a batch: everything that was ever counted, from the row of sums and the buckets after it. */
export const selectTotals = (db: Db) =>
  db.all<Added>(sql`
    select j.key, sum(j.value) as value
    from measures m, json_each(m.counts) j
    where m.at = 0 or m.at >= coalesce((select through from measures where at = 0), 0)
    group by j.key
  `)
export const totalsOf = countsOf

const sentKey = (outcome: string, reason: string): string => `$."wa_sends_total|outcome=${outcome}|reason=${reason}"`
const counted = (path: string): SQL => sql`coalesce(counts ->> ${path}, 0)`
const SUCCESS = counted(sentKey('success', 'none'))
const FAIL = sql.join(
  [...FAIL_REASONS, 'untold'].map((reason) => counted(sentKey('fail', reason))),
  sql` + `,
)
type Span = { from: number; to: number }
/** Messages settled in each of these times of the last two days, by buckets that begin in it. */
export const sentIn = (db: Db, spans: readonly Span[]): Promise<{ success: number; fail: number }[]> => {
  return db.all<{ success: number; fail: number }>(sql`
    select coalesce(sum(success), 0) as success, coalesce(sum(fail), 0) as fail
    from json_each(${JSON.stringify(spans)}) j
    left join (
      select at, ${SUCCESS} as success, ${FAIL} as fail
      from measures
      where at >= ${Math.min(...spans.map(({ from }) => from))}
    ) k on k.at >= j.value ->> 'from' and k.at < j.value ->> 'to'
    group by j.key
    order by j.key
  `)
}

/** Messages settled at each hour of Jakarta's day, in the days of the last week that are hours by now. */
export const sentByHour = (db: Db, now: number) =>
  db.all<{ hour: number; n: number }>(sql`
    select (at + ${JAKARTA_OFFSET_MS}) % ${DAY_MS} / ${HOUR_MS} as hour, sum(${SUCCESS} + ${FAIL}) as n
    from measures
    where at > ${now - WEEK_MS} and at < ${now - FINE_MS - HOUR_MS} and at % ${HOUR_MS} = 0
    group by 1
  `)

/** Cron, hourly: adds buckets up, makes hours of those that are two days old, and deletes hours after 40 days. */
export const foldMeasures = async (db: Db, now: number): Promise<void> => {
  const through = bucketOf(now - SETTLED_MS)
  const fineSince = now - FINE_MS - ((now - FINE_MS) % HOUR_MS)
  // `where true` ends the `from`: without it SQLite would read the `on` of `on conflict` as a join's condition
  await runBatch(db, [
    db.run(sql`
      insert into measures (at, counts, through)
      select 0, json_group_object(key, n), ${through}
      from (
        select j.key, sum(j.value) as n
        from measures m, json_each(m.counts) j
        where m.at >= coalesce((select through from measures where at = 0), 1) and m.at < ${through}
          and j.key not like ${OF_RELEASES}
        group by j.key
      )
      where true
      on conflict (at) do update set counts = ${ADDED_TO_ROW}, through = max(through, excluded.through)
    `),
    db.run(sql`
      insert into measures (at, counts)
      select hour, json_group_object(key, n)
      from (
        select m.at - m.at % ${HOUR_MS} as hour, j.key, sum(j.value) as n
        from measures m, json_each(m.counts) j
        where m.at > 0 and m.at < ${fineSince} and m.at % ${HOUR_MS} <> 0
        group by hour, j.key
      )
      where true
      group by hour
      on conflict (at) do update set counts = ${ADDED_TO_ROW}
    `),
    db.run(sql`delete from measures where at > 0 and at < ${fineSince} and at % ${HOUR_MS} <> 0`),
    db.run(sql`delete from measures where at > 0 and at < ${now - KEPT_MS}`),
  ])
}
