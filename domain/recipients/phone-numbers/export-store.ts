// The recipients that the list shows, along the index of its order: in batches for its export (rule unpaged-lists), and page by page
// where more was found than is counted (rule list-search).
import { type SQL, sql } from 'drizzle-orm'
import type { Sort } from '../../../contract/ground/sorts.ts'
import type { Db } from '../../ground/db/connection.ts'
import { beyond, orderBy } from '../../ground/db/list-store.ts'
import { matchOf, offsetOf, type Order, orderOf, type Page } from '../../ground/db/page-rules.ts'
import type { Narrowed } from './filter-store.ts'
import { named, numberBegins, SORTS } from './list-store.ts'
import { PHONE_COLUMNS, type PhoneRecord } from './store.ts'

export type PhoneAsk = {
  /** By the beginning of a number or by words of a name; null: all. */
  search: { prefix: string } | { name: string } | null
  narrowed: Narrowed | null
  sort?: Sort<'phoneNumbers'> | undefined
}
export type ExportedPhone = PhoneRecord & { created_at: number }
const SHOWN = sql`select ${PHONE_COLUMNS}, p.created_at`
const read = (db: Db, from: SQL, order: Order, limit: number, offset: number): Promise<ExportedPhone[]> =>
  db.all<ExportedPhone>(sql`${SHOWN} ${from} order by ${orderBy(order, 'p.')} limit ${limit} offset ${offset}`)

/** From the one after `last` on; null: from the first. offset: so many of them are passed over. */
export const phonesAfter = (
  db: Db,
  { search, narrowed, sort }: PhoneAsk,
  last: ExportedPhone | null,
  limit: number,
  offset = 0,
): Promise<ExportedPhone[]> => {
  const order = orderOf<'phoneNumbers'>(SORTS, sort ?? (search && 'prefix' in search ? 'number' : undefined))
  const bound = beyond(order, last, 'p.')
  const isByTime = order.columns[0] === 'created_at'
  if (search && 'name' in search) {
    const match = matchOf(search.name)
    if (match === null) return Promise.resolve([])
    if (isByTime) {
      // Ids are given in the order of time, and the index of names is in theirs.
      const past = last === null ? sql`true` : order.down ? sql`n.rowid < ${last.id}` : sql`n.rowid > ${last.id}`
      const down = order.down ? sql` desc` : sql``
      const page = sql`${named(match, narrowed?.where, past)} order by n.rowid${down} limit ${limit} offset ${offset}`
      return db.all(sql`${SHOWN} from (${page}) k cross join phone_numbers p on p.id = k.id order by p.id${down}`)
    }
    const where = sql.join([bound, sql`p.id in (${named(match)})`, ...(narrowed ? [narrowed.where] : [])], sql` and `)
    return read(db, sql`from phone_numbers p indexed by phone_numbers_number where ${where}`, order, limit, offset)
  }
  // The index of the order: each batch goes on in it where the one before ended, and the table is passed over once in all.
  const own = isByTime ? 'phone_numbers_created' : 'phone_numbers_number'
  const index = isByTime && !search && narrowed?.byTime ? narrowed.index : own
  const where = sql.join(
    [bound, ...(search ? [numberBegins(search.prefix)] : []), ...(narrowed ? [narrowed.where] : [])],
    sql` and `,
  )
  return read(db, sql`from phone_numbers p indexed by ${sql.identifier(index)} where ${where}`, order, limit, offset)
}

/**
 * A page of what was found, where that is more than is counted: found and sorted it would end there. `after` is the row before it, from
 * which it goes on; without it, or where that row is gone, the rows before it are passed over one by one.
 */
export const phonesOnPage = async (db: Db, asked: PhoneAsk, page: Page & { after?: number | undefined }) => {
  const [last = null] =
    page.after === undefined
      ? []
      : await db.all<ExportedPhone>(sql`${SHOWN} from phone_numbers p where p.id = ${page.after}`)
  return phonesAfter(db, asked, last, page.limit, last === null ? offsetOf(page) : 0)
}
