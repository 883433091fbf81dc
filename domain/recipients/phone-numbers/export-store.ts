// The recipients that the list shows, in its order and in batches, for its export (rule unpaged-lists).
import { type SQL, sql } from 'drizzle-orm'
import type { Sort } from '../../../contract/ground/sorts.ts'
import type { Db } from '../../ground/db/connection.ts'
import { beyond, orderBy } from '../../ground/db/list-store.ts'
import { matchOf, type Order, orderOf } from '../../ground/db/page-rules.ts'
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
const read = (db: Db, from: SQL, order: Order, limit: number): Promise<ExportedPhone[]> =>
  db.all<ExportedPhone>(
    sql`select ${PHONE_COLUMNS}, p.created_at ${from} order by ${orderBy(order, 'p.')} limit ${limit}`,
  )

/** From the one after `last` on; null: from the first. A page of the list stops at COUNT_MAX, an export does not. */
export const phonesAfter = (
  db: Db,
  { search, narrowed, sort }: PhoneAsk,
  last: ExportedPhone | null,
  limit: number,
): Promise<ExportedPhone[]> => {
  const order = orderOf<'phoneNumbers'>(SORTS, sort ?? (search && 'prefix' in search ? 'number' : undefined))
  const bound = beyond(order, last, 'p.')
  if (search && 'name' in search) {
    const match = matchOf(search.name)
    if (match === null) return Promise.resolve([])
    const found = named(match, narrowed?.where)
    return read(db, sql`from (${found}) k cross join phone_numbers p on p.id = k.id where ${bound}`, order, limit)
  }
  const isByTime = order.columns[0] === 'created_at'
  // The index of the order: each batch goes on in it where the one before ended, and the table is passed over once in all.
  const own = isByTime ? 'phone_numbers_created' : 'phone_numbers_number'
  const index = isByTime && !search && narrowed?.byTime ? narrowed.index : own
  const where = sql.join(
    [bound, ...(search ? [numberBegins(search.prefix)] : []), ...(narrowed ? [narrowed.where] : [])],
    sql` and `,
  )
  return read(db, sql`from phone_numbers p indexed by ${sql.identifier(index)} where ${where}`, order, limit)
}
