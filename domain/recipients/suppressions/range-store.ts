// Consents of imports, which the history has no rows of: an import's step reserves ids of the history, and each stands for the recipient's row that
// the step made. Whoever reads the history reads these beside it (rule import-consents).
import { type SQL, sql } from 'drizzle-orm'
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { anyOf, type Row } from '../../ground/db/rows.ts'
import { unlessErased } from './erased-store.ts'
import { type Hashes, hashesOfNumber } from './hash.ts'
import type { consentsLeft } from './table.ts'

/** The last id that the history has given. */
const GIVEN = sql`coalesce((select seq from sqlite_sequence where name = 'consent_history'), 0)`
/**
 * Goes after the statement that makes a step's recipients, whose ids follow each other. The last of them is in the history itself, or its ids would
 * be given again. An import without a number has none of these.
 * @param rows a list `j` of `{ n: number }`
 * @param which of them are made by this step
 * @param hash of such a value, an expression
 */
export const reserveConsents = (
  db: Db,
  { rows, which, hash }: { rows: SQL; which: SQL; hash: SQL },
  of: { importNo: SQL; by: string; now: number },
): Statement[] => [
  db.run(sql`
    insert into consent_ranges (first_id, last_id, phone_from, import_no, by, at)
    select
      ${GIVEN} + 1,
      ${GIVEN} + made.count,
      made.first,
      -- a null fails the step
      iif(made.last - made.first = made.count - 1, ${of.importNo}, null),
      ${of.by},
      ${of.now}
    from (
      select min(p.id) as first, max(p.id) as last, count(*) as count
      from ${rows}
      cross join phone_numbers p on p.number = (j.value ->> 'n')
      where ${which}
    ) made
    where made.count > 0 and ${of.importNo} is not null
  `),
  db.run(sql`
    insert into consent_history (id, hash, number, event, source, by, at, import_no)
    select r.last_id, ${hash}, p.number, 'granted', p.consent_source, r.by, r.at, r.import_no
    from consent_ranges r
    cross join phone_numbers p on p.id = r.phone_from + r.last_id - r.first_id
    cross join ${rows}
    where r.first_id = ${GIVEN} + 1 and (j.value ->> 'n') = p.number
  `),
]

/** The range that this id of a recipient may be in. */
const nearest = (id: SQL): SQL => sql`
  (select phone_from from consent_ranges where phone_from <= ${id} order by phone_from desc limit 1)
`
/** Of a recipient p in a range r, as a row of the history. */
const AS_HISTORY = sql`
  r.first_id + p.id - r.phone_from as id, '' as hash, p.number, 'granted' as event, p.consent_source as source, r.by, r.at,
  r.import_no
`
const STANDS = sql`
  p.id - r.phone_from <= r.last_id - r.first_id
  and p.consent_at = r.at
  and not exists (select 1 from consent_history x where x.id = r.first_id + p.id - r.phone_from)
`
/** What is on record of one person. number: null where nobody knows it. */
export const historyOf = (hashes: Hashes, number: string | null): SQL => sql`
  (
    select id, hash, number, event, source, by, at, import_no from consent_history where hash in ${anyOf(hashes)}
    union all
    select ${AS_HISTORY}
    from phone_numbers p
    cross join consent_ranges r on r.phone_from = ${nearest(sql`p.id`)}
    where p.number = ${number} and ${STANDS}
    union all
    select l.id, '' as hash, l.number, 'granted' as event, l.source, l.by, l.at, l.import_no
    from consents_left l
    where l.number = ${number} and not exists (select 1 from consent_history x where x.id = l.id)
  )
`
/** Those whose ids are above `after`, up to `last`, in no order. */
export const broughtBetween = (after: SQL, last: SQL): SQL => sql`
  (
    select ${AS_HISTORY}
    from consent_ranges r
    cross join phone_numbers p on p.id between r.phone_from + max(${after} + 1 - r.first_id, 0) and r.phone_from + ${last} - r.first_id
    where r.first_id <= ${last}
      and r.first_id >= coalesce(
        (select first_id from consent_ranges where first_id <= ${after} + 1 order by first_id desc limit 1),
        0
      )
      and ${STANDS}
  )
`
/** Of phone_numbers under this alias: who recorded the consent. */
export const consentByIn = (alias: 'p' | 'phone_numbers'): SQL => {
  const row = sql.raw(alias)
  return sql`
    coalesce(
      ${row}.consent_by,
      (
        select iif(${row}.id - r.phone_from <= r.last_id - r.first_id, r.by, null)
        from consent_ranges r
        where r.phone_from = ${nearest(sql`${row}.id`)} and r.at = ${row}.consent_at
      )
    )
  `
}

/**
 * Goes after what took a consent of this number away, into its batch: a trigger has kept what the row said, and here is the hash.
 * @param hashes of the number; the first is written
 */
export const keepLeft = (db: Db, number: string, hashes: Hashes): Statement[] => {
  const left = sql`from consents_left l where l.number = ${number}`
  return [
    db.run(sql`
      insert into consent_history (id, hash, number, event, source, by, at, import_no)
      select l.id, ${hashes[0]}, ${unlessErased(number, hashes)}, 'granted', l.source, l.by, l.at, l.import_no
      ${left} and not exists (select 1 from consent_history x where x.id = l.id)
    `),
    db.run(sql`delete from consents_left where number = ${number}`),
  ]
}
/** The same of many. @param rows a list `j` of `{ n: number, h: hash }` */
export const keepLeftOf = (db: Db, rows: SQL): Statement[] => {
  const erased = sql`exists (select 1 from suppressions e where e.hash = (j.value ->> 'h') and e.reason = 'erased')`
  return [
    db.run(sql`
      insert into consent_history (id, hash, number, event, source, by, at, import_no)
      select l.id, j.value ->> 'h', iif(${erased}, null, l.number), 'granted', l.source, l.by, l.at, l.import_no
      from ${rows}
      cross join consents_left l on l.number = (j.value ->> 'n')
      where not exists (select 1 from consent_history x where x.id = l.id)
    `),
    db.run(sql`delete from consents_left where number in (select j.value ->> 'n' from ${rows})`),
  ]
}
const LEFT_AT_ONCE = 100
/** Cron: those that a Worker of a version before took away, which knows nothing of this. */
export const keepAllLeft = async (db: Db, ringOf: () => Promise<KeyRing>): Promise<void> => {
  const left = await db.all<Row<typeof consentsLeft, 'number'>>(
    sql`select distinct number from consents_left limit ${LEFT_AT_ONCE}`,
  )
  if (left.length === 0) return
  const ring = await ringOf()
  await runBatch(
    db,
    left.flatMap(({ number }) => keepLeft(db, number, hashesOfNumber(ring, number))),
  )
}

/** A step of an import: some twenty thousand recipients. */
const RANGES_AT_ONCE = 1
const STEPS = 20
/** Cron: forgets what is over; who recorded it goes into the recipients' own rows, where it stays as long as they do. */
export const purgeRanges = async (db: Db, before: number): Promise<void> => {
  for (let step = 0; step < STEPS; step++) {
    const over = sql`(select first_id from consent_ranges where at < ${before} order by first_id limit ${RANGES_AT_ONCE})`
    const { meta } = (
      await db.batch([
        db.run(sql`
          update phone_numbers
          set consent_by = r.by
          from consent_ranges r
          where r.first_id in ${over}
            and phone_numbers.id between r.phone_from and r.phone_from + r.last_id - r.first_id
            and phone_numbers.consent_at = r.at
            and phone_numbers.consent_by is null
        `),
        db.run(sql`delete from consent_ranges where first_id in ${over}`),
      ])
    )[1]
    if (meta.changes < RANGES_AT_ONCE) return
  }
}
