// Reads of recipients: pages from a narrow index and from the nearer end, prefix search on the number (rule paging).
import { consentByIn } from '../suppressions/range-store.ts'
import { byName } from '../suppressions/store.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import { orderBy, pageOfList } from '../../ground/db/list-store.ts'
import {
  COUNT_MAX,
  CREATED,
  matchOf,
  offsetOf,
  orderOf,
  type SortColumns,
  type SortedPage,
} from '../../ground/db/page-rules.ts'
import { notWeak } from '../sources/grade-store.ts'
import { fieldsOf } from '../fields/store.ts'
import { PHONE_COLUMNS, phoneRead, type PhoneRecord } from './store.ts'

/** Rows are counted only until the counter exists. */
const TOTAL = sql`
  coalesce(
    (select value from counters where name = 'phone.total'),
    (select count(*) from phone_numbers)
  )
`

export const SORTS: SortColumns<'phoneNumbers'> = { createdAt: CREATED, number: { columns: ['number'] } }
export type Ask = SortedPage<'phoneNumbers'>

export const phonePage = (db: Db, page: Ask): Promise<{ rows: PhoneRecord[]; total: number }> => {
  const rows = (k: SQL) => sql`select ${PHONE_COLUMNS} from ${k} k cross join phone_numbers p on p.id = k.id`
  const keys = (columns: SQL) => sql`select ${columns} from phone_numbers`
  return pageOfList(db, { keys, total: TOTAL, rows }, page, orderOf<'phoneNumbers'>(SORTS, page.sort))
}
/** In any order but its own a search sorts what it found, COUNT_MAX rows at most: of more than that the page is read along the order. */
const sortFound = (db: Db, found: SQL, request: Ask) =>
  db.all<PhoneRecord>(sql`
    select ${PHONE_COLUMNS}
    from (${found} limit ${COUNT_MAX}) k
    cross join phone_numbers p on p.id = k.id
    order by ${orderBy(orderOf<'phoneNumbers'>(SORTS, request.sort), 'p.')}
    limit ${request.limit} offset ${offsetOf(request)}
  `)

/** Of phone_numbers as p. */
export const numberBegins = (prefix: string): SQL => sql`p.number >= ${prefix} and p.number < ${`${prefix}~`}`
/** By the beginning of the number; in the order of the numbers unless asked otherwise. */
export const phoneSearch = async (
  db: Db,
  prefix: string,
  request: Ask,
  narrowed: SQL = sql`true`,
): Promise<{ rows: PhoneRecord[]; total: number }> => {
  // Named, because a filter's index could seem the better one.
  const numbers = sql`phone_numbers p indexed by phone_numbers_number`
  const where = sql`${numberBegins(prefix)} and ${narrowed}`
  const down = request.sort?.startsWith('-') ? sql` desc` : sql``
  const [rows, [count]] = await db.batch([
    request.sort?.endsWith('createdAt')
      ? // Ids are given in the order of time, and the number's index holds them: only the page's own rows are read.
        db.all<PhoneRecord>(sql`
          select ${PHONE_COLUMNS}
          from (
            select id
            from (select p.id from ${numbers} where ${where} order by p.number limit ${COUNT_MAX})
            order by id${down}
            limit ${request.limit} offset ${offsetOf(request)}
          ) k
          cross join phone_numbers p on p.id = k.id
          order by p.id${down}
        `)
      : db.all<PhoneRecord>(sql`
        select ${PHONE_COLUMNS}
        from ${numbers}
        where ${where}
        order by p.number${down}
        limit ${request.limit} offset ${offsetOf(request)}
      `),
    db.all<{ total: number }>(
      sql`select count(*) as total from (select 1 from ${numbers} where ${where} limit ${COUNT_MAX})`,
    ),
  ])
  return { rows, total: count?.total ?? 0 }
}

/** The ids of those whose name has these words. @param past of phone_names as n */
export const named = (match: string, narrowed?: SQL, past = sql`true`): SQL =>
  narrowed
    ? sql`
      select n.rowid as id
      from phone_names n
      cross join phone_numbers p on p.id = n.rowid
      where n.phone_names match ${match} and ${past} and ${narrowed}
    `
    : sql`select rowid as id from phone_names n where phone_names match ${match} and ${past}`
/** By the beginnings of the words of the name; newest first, which is the order of the ids, unless asked otherwise. */
export const phoneNameSearch = async (
  db: Db,
  search: string,
  request: Ask,
  narrowed?: SQL,
): Promise<{ rows: PhoneRecord[]; total: number }> => {
  const match = matchOf(search)
  if (match === null) return { rows: [], total: 0 }
  const found = named(match, narrowed)
  const down = request.sort === 'createdAt' ? sql`` : sql` desc`
  const [rows, [count]] = await db.batch([
    request.sort?.endsWith('number')
      ? sortFound(db, sql`${found} order by n.rowid desc`, request)
      : db.all<PhoneRecord>(sql`
        select ${PHONE_COLUMNS}
        from (${found} order by n.rowid${down} limit ${request.limit} offset ${offsetOf(request)}) k
        cross join phone_numbers p on p.id = k.id
        order by p.id${down}
      `),
    db.all<{ total: number }>(sql`select count(*) as total from (${found} limit ${COUNT_MAX})`),
  ])
  return { rows, total: count?.total ?? 0 }
}

/** Repeats the predicate of the index phone_numbers_claim, together with `in_use = 0`, or SQLite does not use it. */
export const sendable = (now: number): SQL => sql`
  p.status = 'active' and p.suppressed = 0 and p.consent_at is not null and ${notWeak(now)}
`
/**
 * For a choice of receivers: active ones only. Without a search those who wait longest; sendable and `in_use = 0` repeat the
 * predicate of the index phone_numbers_claim, or SQLite does not use it.
 */
export const receivers = (
  db: Db,
  search: { prefix: string } | { name: string } | null,
  limit: number,
  now: number,
): Promise<PhoneRecord[]> => {
  if (search === null)
    return db.all(sql`
      select ${PHONE_COLUMNS}
      from phone_numbers p
      where ${sendable(now)} and p.in_use = 0
      order by p.last_attempt_at, p.id
      limit ${limit}
    `)
  if ('prefix' in search)
    return db.all(sql`
      select ${PHONE_COLUMNS}
      from phone_numbers p
      where ${numberBegins(search.prefix)} and ${sendable(now)}
      order by p.number
      limit ${limit}
    `)
  const match = matchOf(search.name)
  if (match === null) return Promise.resolve([])
  return db.all(sql`
    select ${PHONE_COLUMNS}
    from (
      select rowid as id
      from phone_names
      where phone_names match ${match}
      order by rowid desc
      limit ${COUNT_MAX}
    ) k
    cross join phone_numbers p on p.id = k.id
    where ${sendable(now)}
    order by p.id desc
    limit ${limit}
  `)
}

/** fields: JSON of PersonField[]. */
export type OnePhone = PhoneRecord & { fields: string }
/** What an edit read that has values of fields, too. */
export const phoneReadWithFields = (row: OnePhone) => ({ ...phoneRead(row), fields: row.fields })
const ONE_PHONE = sql`${PHONE_COLUMNS}, ${fieldsOf(sql`p.id`)} as fields`
export const phoneById = async (db: Db, id: number): Promise<OnePhone | null> =>
  (await db.all<OnePhone>(sql`select ${ONE_PHONE} from phone_numbers p where p.id = ${id}`))[0] ?? null

/** blasted: ever sent with success; unBlasted: active and never (rule blasted). */
export const blastCounts = async (db: Db): Promise<{ blasted: number; unBlasted: number }> => {
  const [row] = await db.all<{ blasted: number; unBlasted: number }>(sql`
    select
      coalesce((select value from counters where name = 'phone.blasted'), 0) as blasted,
      coalesce((select value from counters where name = 'phone.unblasted'), 0) as "unBlasted"
  `)
  return row ?? { blasted: 0, unBlasted: 0 }
}

/** One recipient, with who recorded the consent. */
export const shownPhone = async (db: Db, id: number): Promise<(OnePhone & { consent_by_name: string | null }) | null> =>
  (
    await db.all<OnePhone & { consent_by_name: string | null }>(sql`
      select ${ONE_PHONE}, ${byName(consentByIn('p'))} as consent_by_name
      from phone_numbers p
      where p.id = ${id}
    `)
  )[0] ?? null
