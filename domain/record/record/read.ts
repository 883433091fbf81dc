// Reads of the record by plain queries, so that the Worker and `npm run verify-record` check the very same thing.
import type { Parts, SealedTable, Sum } from './chain.ts'
import { CONTENTS, ENTRIES, entryText, SEALED, type TableOfContents } from './chain.ts'

/** Runs one query that changes nothing. */
export type Read = (query: string) => Promise<unknown[]>

export type RecordDay = { day: string; previous: string; head: string; parts: string }
export const partsOf = ({ parts }: Pick<RecordDay, 'parts'>): Parts => JSON.parse(parts) as Parts
const daysBy = async (read: Read, rest: string): Promise<RecordDay[]> =>
  (await read(`select day, previous, head, parts from record_days ${rest}`)) as RecordDay[]
export const newestDay = async (read: Read): Promise<RecordDay | null> =>
  (await daysBy(read, 'order by day desc limit 1'))[0] ?? null
/** @param day YYYY-MM-DD; empty: from the first on */
export const daysAfter = (read: Read, day: string, limit: number): Promise<RecordDay[]> =>
  daysBy(read, `where day > '${day}' order by day limit ${limit}`)
export const countDays = async (read: Read): Promise<number> =>
  ((await read('select count(*) as n from record_days')) as { n: number }[])[0]?.n ?? 0
/** @param at from 0 */
export const dayAt = async (read: Read, at: number): Promise<RecordDay | null> =>
  (await daysBy(read, `order by day limit 1 offset ${at}`))[0] ?? null
export const dayUntil = async (read: Read, day: string): Promise<RecordDay | null> =>
  (await daysBy(read, `where day <= '${day}' order by day desc limit 1`))[0] ?? null

/** Some 150 bytes each; the first day may have every entry since the place began. */
const ROWS_A_READ = 10_000
/** With their contents, some kilobytes each. */
const CONTENTS_A_READ = 1_000
export type Range = { after: number; last: number }
/** Of a day. */
const TOLD = 20
/** The entries of a table between two ids, the second included, into a sum. Answers how many there are. */
export const readPart = async (
  read: Read,
  table: SealedTable,
  { after, last }: Range,
  sum: Pick<Sum, 'add'>,
): Promise<number> => {
  let count = 0
  let from = after
  while (from < last) {
    const rows = (await read(
      `select ${SEALED[table]} from ${table} where id > ${from} and id <= ${last} and ${ENTRIES[table] ?? 'true'}
       order by id limit ${ROWS_A_READ}`,
    )) as (Record<string, unknown> & { id: number })[]
    for (const row of rows) sum.add(entryText(row))
    count += rows.length
    from = rows.at(-1)?.id ?? last
  }
  return count
}

const LIFTED = `select 1 from consent_history l where l.event = 'lifted' and l.import_no is null and l.id > h.id`
/**
 * Stops of which nothing is left, though nobody lifted them: the ids of their entries. An erasure leaves them on the list.
 * @param byHash false: of days before `isByHash`. What was erased then, and a LID's, has no number, and is not asked: another key may have hashed
 * it since, and a lift of its number took it along without a word. Of the others whoever lifted wrote the stop's own hash, or at least its number.
 */
export const missingStops = async (
  read: Read,
  { after, last, byHash }: { after: number; last: number; byHash: boolean },
): Promise<number[]> =>
  (
    (await read(`
      select h.id
      from consent_history h
      where h.id > ${after} and h.id <= ${last}
        and ${byHash ? `h.event in ('opt_out', 'erased')` : `h.event = 'opt_out' and h.number is not null`}
        and not exists (select 1 from suppressions s where s.hash = h.hash)
        and not exists (${LIFTED} and l.hash = h.hash)
        ${
          byHash
            ? ''
            : `and not exists (select 1 from suppressions s where s.number = h.number)
               and not exists (${LIFTED} and l.number = h.number)`
        }
      limit ${TOLD}
    `)) as { id: number }[]
  ).map(({ id }) => id)

/**
 * After which id of the history the imports that ended in this part began. Each has its own first range; lists of stops and imports of a version
 * before have none, and may have begun the day before.
 * @param dayBefore where that day's entries begin
 */
export const importsBegin = async (read: Read, { after, last }: Range, dayBefore: number): Promise<number> => {
  const [row] = (await read(`
    select min(first_id) - 1 as begun
    from consent_ranges
    where import_no in (select import_no from consent_imports where id > ${after} and id <= ${last})
  `)) as { begun: number | null }[]
  return Math.min(row?.begun ?? dayBefore, dayBefore)
}

/**
 * Imports under whose number there is more than they brought, because rows of an import are no entries: one that has ended and got rows since,
 * one whose rows are more than its entry counts or of another event, and a number that no import has. Each by the id of its entry, of
 * none by that of its first row.
 * @param part of the day: its entries of both tables
 * @param from an import may have begun days before: after which id of the history its rows are counted
 */
export const surplusImports = (
  read: Read,
  part: { history: Range; imports: Range },
  from: number,
): Promise<{ table: 'consent_imports' | 'consent_history'; id: number }[]> =>
  read(`
    with ranges as (
      select * from consent_ranges where first_id > ${from} and first_id <= ${part.history.last}
    ),
    brought as (
      select import_no, last_id as id, last_id - first_id + 1 as n, 'granted' as event from ranges
      union all
      select import_no, id, 1, event
      from consent_history h
      where id > ${from} and id <= ${part.history.last} and import_no is not null
        -- that of a range is counted with it
        and not exists (
          select 1
          from consent_ranges r
          where r.first_id = (select first_id from consent_ranges where first_id <= h.id order by first_id desc limit 1)
            and h.id <= r.last_id and h.import_no = r.import_no and h.event = 'granted'
        )
    ),
    found as (
      select
        import_no,
        min(iif(id > ${part.history.after}, id, null)) as first,
        sum(n) as n,
        sum(iif(event = 'granted', n, 0)) as granted,
        sum(iif(event = 'opt_out', n, 0)) as stopped
      from brought
      group by import_no
    )
    select iif(i.id is null, 'consent_history', 'consent_imports') as "table", coalesce(i.id, f.first) as id
    from found f
    left join consent_imports i on i.import_no = f.import_no
    where case
      when i.id is null then f.first is not null and not exists (select 1 from import_jobs where import_no = f.import_no)
      when i.id <= ${part.imports.after} then f.first is not null
      when i.id > ${part.imports.last} then false
      -- people of a list who had stopped already stop once more, though their row is skipped
      when i.kind = 'suppression' then f.n > f.stopped or f.stopped > i.created + i.skipped
      else f.n > f.granted or f.granted > iif(i.source is null, 0, i.created)
    end
    order by 1, 2
    limit ${TOLD}
  `) as Promise<{ table: 'consent_imports' | 'consent_history'; id: number }[]>

export type ContentRow = Record<string, string | null> & { id: number; salt: string | null; digest: string }
/** In the order of their ids. */
export const readContents = async (
  read: Read,
  table: TableOfContents,
  after: number,
  last: number,
): Promise<ContentRow[]> =>
  (await read(
    `select id, ${CONTENTS[table].join(', ')}, salt, digest from ${table}
     where id > ${after} and id <= ${last} order by id limit ${CONTENTS_A_READ}`,
  )) as ContentRow[]
