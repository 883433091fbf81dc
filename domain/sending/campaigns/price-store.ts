// The price of a campaign that a second person agreed to, in SQL (rule campaign-price).
import { sql } from 'drizzle-orm'
import { type Rupiah, rupiahToSen } from '../../../contract/ground/money.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'

/** The batch fails (price_moved) unless the campaign may be edited and still has the price of before. */
export const setPrice = (
  db: Db,
  id: number,
  { before, price }: { before: Rupiah | null; price: Rupiah },
): Statement[] => [
  refuseUnless(
    db,
    'price_moved',
    sql`exists (
      select 1
      from campaigns
      where id = ${id} and state in ('draft', 'paused') and price_sen is ${before === null ? null : rupiahToSen(before)}
    )`,
  ),
  db.run(sql`update campaigns set price_sen = ${rupiahToSen(price)}, per_slot = null where id = ${id}`),
]
