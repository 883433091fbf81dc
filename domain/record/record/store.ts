// Closes days of the record (rule record-chain): gives audit entries their digests, then appends the row of the day.
import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS, JAKARTA_OFFSET_MS, jakartaDay } from '../../../contract/ground/time.ts'
import type { Db } from '../../ground/db/connection.ts'
import { newestDay, type Read, type RecordDay, readPart } from './read.ts'
import {
  type AgedTable,
  digestOf,
  ENTRIES,
  headOf,
  type Parts,
  type Personal,
  SEALED_TABLES,
  type SealedTable,
  treeSum,
} from './chain.ts'
import { newSalt } from './salt.ts'

export const readOf =
  (db: Db): Read =>
  (query) =>
    db.all(sql.raw(query))

const DIGESTS_A_WRITE = 500

/** Answers whether all entries between the two ids have one now. */
const giveDigests = async (db: Db, after: number, last: number, hasTime: () => boolean): Promise<boolean> => {
  for (;;) {
    const rows = await db.all<Personal & { id: number }>(sql`
      select id, target, before, after
      from audit_log
      where id > ${after} and id <= ${last} and digest is null
      order by id
      limit ${DIGESTS_A_WRITE}
    `)
    const [first] = rows
    const end = rows.at(-1)
    if (!first || !end) return true
    // What an erasure changes is told in short: whole contents could be more than D1 takes in one parameter.
    const made = rows.map(({ id, ...personal }) => {
      const salt = newSalt()
      const { target, before, after: now } = personal
      return {
        id,
        salt,
        digest: digestOf(salt, [target, before, now]),
        target,
        before: before !== null,
        after: now !== null,
      }
    })
    // An entry whose person was erased since it was read is left out, and read again.
    await db.run(sql`
      update audit_log
      set salt = j.value ->> 'salt', digest = j.value ->> 'digest'
      from json_each(${JSON.stringify(made)}) j
      where audit_log.id = j.value ->> 'id'
        and audit_log.id between ${first.id} and ${end.id}
        and audit_log.digest is null
        and audit_log.target is j.value ->> 'target'
        and (audit_log.before is not null) = j.value ->> 'before'
        and (audit_log.after is not null) = j.value ->> 'after'
    `)
    if (!hasTime()) return false
  }
}

/** Entries of one table that a day takes: what is more, of a list of stops or a large deletion, goes to the days after it. */
const ENTRIES_A_DAY = 100_000
/**
 * After which id a table's next part begins, and up to which it goes. One that no closed day has yet begins with the day after the last closed
 * one: what a large place had before would take weeks.
 */
const reachOf = async (
  db: Db,
  table: SealedTable,
  before: RecordDay | null,
  most: number,
): Promise<{ after: number; last: number }> => {
  const rows = sql.raw(table)
  // a Worker of a version before may have closed days without this table: its entries of those days come with the next one
  const path = `$.${table}.last`
  const since = before === null ? 0 : Date.parse(before.day) + DAY_MS - JAKARTA_OFFSET_MS
  const [row] = await db.all<{ after: number; last: number }>(sql`
    with begins (id) as (
      select coalesce(
        (
          select json_extract(parts, ${path})
          from record_days
          where json_extract(parts, ${path}) is not null
          order by day desc
          limit 1
        ),
        (select id from ${rows} where at < ${since} order by id desc limit 1),
        0
      )
    )
    select
      begins.id as after,
      max(
        begins.id,
        coalesce(
          (
            select id
            from ${rows}
            where id > begins.id and ${sql.raw(ENTRIES[table] ?? 'true')}
            order by id
            limit 1 offset ${most - 1}
          ),
          (select max(id) from ${rows}),
          0
        )
      ) as last
    from begins
  `)
  return row ?? { after: 0, last: 0 }
}

/**
 * Closes everything up to now as this day, if it is closed not yet. Entries keep the order of their ids, so one that was written a
 * moment after its day's end belongs to the next. What does not fit into the time goes on at the next call.
 */
export const closeRecordDay = async (
  db: Db,
  day: string,
  hasTime: () => boolean,
  most = ENTRIES_A_DAY,
): Promise<void> => {
  const read = readOf(db)
  const before = await newestDay(read)
  if (before && before.day >= day) return
  const parts: Parts = {}
  // read before the history: all rows of an import that has ended by then are in this day or in an earlier one
  const imports = await reachOf(db, 'consent_imports', before, most)
  for (const table of SEALED_TABLES) {
    const hasMore = parts.consent_history?.rows === most
    const reach =
      table === 'consent_imports'
        ? { ...imports, last: hasMore ? imports.after : imports.last }
        : await reachOf(db, table, before, most)
    if (table === 'audit_log' && !(await giveDigests(db, reach.after, reach.last, hasTime))) return
    const sum = treeSum()
    const rows = await readPart(read, table, reach, sum)
    parts[table] = { ...reach, rows, root: sum.end(), ...(table === 'consent_history' ? { byHash: 1 as const } : {}) }
  }
  const previous = before?.head ?? ''
  // Two cron runs at once: the second finds another head than the one it read, and adds nothing.
  await db.run(sql`
    insert into record_days (day, previous, head, parts)
    select ${day}, ${previous}, ${headOf(previous, day, parts)}, ${JSON.stringify(parts)}
    where coalesce((select head from record_days order by day desc limit 1), '') = ${previous}
    on conflict (day) do nothing
  `)
}

/** YYYY-MM-DD of the first entry, or of the first person where nothing was written yet; null: there is neither. */
const firstDay = async (db: Db): Promise<string | null> => {
  const firsts = sql.join(
    SEALED_TABLES.map((table) => sql`select at from (select at from ${sql.raw(table)} order by id limit 1)`),
    sql` union all `,
  )
  const [row] = await db.all<{ at: number | null }>(
    sql`select coalesce((select min(at) from (${firsts})), (select min(created_at) from users)) as at`,
  )
  return row?.at == null ? null : jakartaDay(row.at)
}
/**
 * The cron's work: closes this day. The first row of a place is that of its first day, whatever came until it is closed: none is of a
 * day before the place, and no entry is older than its row says.
 */
export const closeRecordTo = async (db: Db, day: string, hasTime: () => boolean): Promise<void> => {
  const read = readOf(db)
  if (!(await newestDay(read))) {
    const first = await firstDay(db)
    if (first !== null && first <= day) await closeRecordDay(db, first, hasTime)
  }
  if (await newestDay(read)) await closeRecordDay(db, day, hasTime)
}

/**
 * Whether an entry of over this age may be deleted: none is whose row is still proved whole. A row has all entries since the row before it, of
 * several days after missed nights, and they go together once its own day is over.
 * @param before epoch ms
 */
export const isNotProved = (table: AgedTable, before: number): SQL => {
  const of = (field: 'after' | 'last') => sql.raw(`json_extract(parts, '$.${table}.${field}')`)
  const lastOf = (rows: SQL) => sql`(select ${of('last')} from record_days where ${rows} order by day desc limit 1)`
  // of a table that was there before it was sealed the older rows are in no day
  const began = sql`(select ${of('after')} from record_days where ${of('last')} is not null order by day limit 1)`
  return sql`not (
    id > coalesce(${lastOf(sql`day <= ${jakartaDay(before)}`)}, ${began}, 0) and id <= coalesce(${lastOf(sql`true`)}, 0)
  )`
}

/** Closed days whose head the bucket does not have yet. */
export const unstoredDays = (db: Db, limit: number): Promise<RecordDay[]> =>
  db.all<RecordDay>(sql`
    select day, previous, head, parts
    from record_days
    where stored_at is null
    order by day
    limit ${limit}
  `)
export const markStored = async (db: Db, day: string, now: number): Promise<void> => {
  await db.run(sql`update record_days set stored_at = ${now} where day = ${day}`)
}
/** How many days are closed, and the last one of them. */
export const recordState = async (db: Db): Promise<{ total: number; day: string | null }> => {
  const [row] = await db.all<{ total: number; day: string | null }>(
    sql`select count(*) as total, max(day) as day from record_days`,
  )
  return row ?? { total: 0, day: null }
}
