// The list of stops: by the beginning of a number or its last digits, in its orders, and for its export (rule list-search).
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import { allOf, counter, type Days, inDays, orderBy, pageOfList, rowsAfter } from '../../ground/db/list-store.ts'
import { COUNT_MAX, CREATED, offsetOf, orderOf, type SortColumns, type SortedPage } from '../../ground/db/page-rules.ts'
import { SHOWN, type ShownSuppression } from './store.ts'

/** The number of an erased person is gone. */
const SORTS: SortColumns<'suppressions'> = { createdAt: CREATED, number: { columns: ['number'], nullable: true } }
type SuppressionAsk = Pick<SortedPage<'suppressions'>, 'sort'> &
  Days & {
    /** The beginning of a number; null: all. */
    prefix: string | null
    /** Its last digits, four at the least, as an alternative to the beginning; null or absent: they are not asked for. */
    tail?: string | null
  }
const begins = (prefix: string): SQL => sql`number >= ${prefix} and number < ${`${prefix}~`}`
/** In the words of the index suppressions_tail (migrations/0060_stops_by_last_digits.sql). */
const ends = (tail: string): SQL =>
  sql`number is not null and substr(number, -4) = ${tail.slice(-4)} and substr(number, ${-tail.length}) = ${tail}`
const matches = (prefix: string, tail: string | null): SQL =>
  tail === null ? begins(prefix) : sql`((${begins(prefix)}) or (${ends(tail)}))`
/** Ids in no order, COUNT_MAX of each kind at most: both kinds have their index. */
const found = (prefix: string, tail: string | null): SQL => {
  const first = sql`select id from (select id from suppressions where ${begins(prefix)} order by number limit ${COUNT_MAX})`
  if (tail === null) return first
  return sql`${first} union select id from (select id from suppressions where ${ends(tail)} limit ${COUNT_MAX})`
}
const isAll = (asked: SuppressionAsk): boolean => asked.prefix === null && inDays(asked).length === 0
const conditions = ({ prefix, tail = null, ...days }: SuppressionAsk): SQL =>
  allOf([...(prefix === null ? [] : [matches(prefix, tail)]), ...inDays(days)])
const listOf = (asked: SuppressionAsk) => {
  const { prefix, sort } = asked
  const order = orderOf<'suppressions'>(SORTS, sort ?? (prefix === null ? undefined : 'number'))
  // Named, because of two conditions joined by `or` SQLite would rather read both indexes, and sort.
  const index = sql.identifier(order.columns[0] === 'number' ? 'suppressions_number' : 'suppressions_created')
  return {
    list: {
      keys: (columns: SQL) =>
        isAll(asked)
          ? sql`select ${columns} from suppressions`
          : sql`select ${columns} from suppressions indexed by ${index} where ${conditions(asked)}`,
      total: isAll(asked)
        ? counter('suppressions.total')
        : sql`(select count(*) from (select 1 from suppressions where ${conditions(asked)} limit ${COUNT_MAX}))`,
      rows: (k: SQL) => sql`select ${SHOWN} from ${k} k cross join suppressions s on s.id = k.id`,
    },
    order,
  }
}
/** How many were found, COUNT_MAX at most, and their page, sorted. */
const sorted = async (db: Db, page: SortedPage<'suppressions'> & SuppressionAsk, prefix: string) => {
  const { order } = listOf(page)
  const ids = found(prefix, page.tail ?? null)
  const days = allOf(inDays(page, 's.created_at'))
  const [rows, [count]] = await db.batch([
    db.all<ShownSuppression>(sql`
      select ${SHOWN}
      from (${ids}) k
      cross join suppressions s on s.id = k.id
      where ${days}
      order by ${orderBy(order, 's.')}
      limit ${page.limit} offset ${offsetOf(page)}
    `),
    db.all<{ total: number; reach: number }>(sql`
      select
        (select count(*) from (${ids}) k cross join suppressions s on s.id = k.id where ${days}) as total,
        (select count(*) from (select 1 from (${ids}) limit ${COUNT_MAX})) as reach
    `),
  ])
  return { rows, total: Math.min(count?.total ?? 0, COUNT_MAX), reach: count?.reach ?? 0 }
}
/**
 * A search answers in the order of the numbers. What it found is sorted; of more than is counted the page is read along the index of the
 * order, from the one behind `after` on where that is there still.
 */
export const suppressionPage = async (
  db: Db,
  page: SortedPage<'suppressions'> & SuppressionAsk & { after?: number | undefined },
): Promise<{ rows: ShownSuppression[]; total: number }> => {
  const { list, order } = listOf(page)
  if (page.prefix === null) return pageOfList<ShownSuppression>(db, list, page, order)
  const { reach, ...first } = await sorted(db, page.after === undefined ? page : { ...page, page: 1 }, page.prefix)
  if (reach < COUNT_MAX && (page.after === undefined || page.page === 1)) return first
  const [last = null] =
    page.after === undefined
      ? []
      : await db.all<ShownSuppression>(sql`select ${SHOWN} from suppressions s where s.id = ${page.after}`)
  const [rows, [count]] = await Promise.all([
    rowsAfter(db, list, order, last, page.limit, last === null ? offsetOf(page) : 0),
    db.all<{ total: number }>(sql`select ${list.total} as total`),
  ])
  return { rows, total: count?.total ?? 0 }
}
/** The rows of the list from the one after `last` on; null: from the first. */
export const suppressionsAfter = (
  db: Db,
  asked: SuppressionAsk,
  last: ShownSuppression | null,
  limit: number,
): Promise<ShownSuppression[]> => {
  const { list, order } = listOf(asked)
  return rowsAfter(db, list, order, last, limit)
}

/** People who opted out since then; counted up to COUNT_MAX, because a list of an older service may have come in at once. */
export const optOutsSince = async (db: Db, since: number): Promise<number> =>
  (
    await db.all<{ n: number }>(sql`
      select count(*) as n
      from (select 1 from suppressions where created_at >= ${since} limit ${COUNT_MAX})
    `)
  )[0]?.n ?? 0
