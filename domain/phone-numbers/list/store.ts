// Reads of recipients: pages from a narrow index and from the nearer end, prefix search on the number (decision 41).
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connection.ts'
import { offsetOf, type Page, SHALLOW_ROWS, type Slice, sliceOf } from '../../db/page/rules.ts'
import type { PhoneRecord } from '../store.ts'

const COLUMNS = sql`p.id, p.number, p.name, p.status, p.suppressed, p.in_use, p.in_use_by, p.count_success, p.count_fail,
  p.last_sent, p.consent_source, p.consent_at, p.consent_by`
/** A prefix is counted up to here. */
const COUNT_MAX = 10_000
const TOTAL = sql`coalesce((select value from counters where name = 'phone.total'), (select count(*) from phone_numbers))`

const totalOf = async (db: Db): Promise<number> =>
  (await db.all<{ total: number }>(sql`select ${TOTAL} as total`))[0]?.total ?? 0

/** Ids come from the index alone; only the rows of this page are read. */
const pageFrom = (db: Db, from: Slice) => {
  const order = from.forward ? sql`created_at desc, id desc` : sql`created_at, id`
  return db.all<PhoneRecord>(sql`select ${COLUMNS} from (select id, created_at from phone_numbers
      order by ${order} limit ${from.limit} offset ${from.offset}) k join phone_numbers p on p.id = k.id
    order by k.created_at desc, k.id desc`)
}

export const phonePage = async (db: Db, ask: Page): Promise<{ rows: PhoneRecord[]; total: number }> => {
  const offset = offsetOf(ask)
  if (offset < SHALLOW_ROWS) {
    const [rows, [count]] = await db.batch([
      pageFrom(db, { offset, limit: ask.limit, forward: true }),
      db.all<{ total: number }>(sql`select ${TOTAL} as total`),
    ])
    return { rows, total: count?.total ?? 0 }
  }
  const total = await totalOf(db)
  const slice = sliceOf(ask, total)
  return { rows: slice === null ? [] : await pageFrom(db, slice), total }
}

/** By the number's beginning, in the order of the numbers. */
export const phoneSearch = async (
  db: Db,
  prefix: string,
  ask: Page,
): Promise<{ rows: PhoneRecord[]; total: number }> => {
  const where = sql`p.number >= ${prefix} and p.number < ${`${prefix}~`}`
  const [rows, [count]] = await db.batch([
    db.all<PhoneRecord>(sql`select ${COLUMNS} from phone_numbers p where ${where} order by p.number
      limit ${ask.limit} offset ${(ask.page - 1) * ask.limit}`),
    db.all<{ total: number }>(
      sql`select count(*) as total from (select 1 from phone_numbers p where ${where} limit ${COUNT_MAX})`,
    ),
  ])
  return { rows, total: count?.total ?? 0 }
}

export const phoneById = async (db: Db, id: number): Promise<PhoneRecord | null> =>
  (await db.all<PhoneRecord>(sql`select ${COLUMNS} from phone_numbers p where p.id = ${id}`))[0] ?? null

/** blasted: ever sent with success; unBlasted: active and never (decision 45). */
export const blastCounts = async (db: Db): Promise<{ blasted: number; unBlasted: number }> => {
  const [row] = await db.all<{ blasted: number; unBlasted: number }>(sql`select
    coalesce((select value from counters where name = 'phone.blasted'), 0) as blasted,
    coalesce((select value from counters where name = 'phone.unblasted'), 0) as "unBlasted"`)
  return row ?? { blasted: 0, unBlasted: 0 }
}

export type PhoneExport = { id: number; number: string; name: string; status: 'active' | 'nonactive' }
/** In the order of the ids, from behind one on. */
export const phonesAfter = (db: Db, after: number, limit: number): Promise<PhoneExport[]> =>
  db.all<PhoneExport>(
    sql`select id, number, name, status from phone_numbers where id > ${after} order by id limit ${limit}`,
  )
