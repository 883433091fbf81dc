// How often requests were ordered at the bank, against what their members were owed (rule ordered-once).
import { sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { withdraws } from './table.ts'

/** Whole rupiah, and of how many orders. */
type Sum = { count: number; total: number }
/** name null: nobody has this id any more. most: of its orders without a return between them. */
type OrderedTooOften = Row<typeof withdraws, 'id' | 'user_id' | 'nominal' | 'status' | 'payment'> & {
  name: string | null
  orders: number
  returns: number
  most: number
}
export type Orders = { ordered: Sum; paid: Sum; returned: Sum; tooOften: number; rows: OrderedTooOften[] }

const SHOWN = 100
/** An order or a return a row, with how many orders of its request are then without a return. */
const MOVES = sql`
  (
    select
      withdraw_id,
      payment,
      sum(case payment when 'ordered' then 1 else -1 end) over (partition by withdraw_id order by step) as open
    from withdraw_steps
    where payment in ('ordered', 'returned')
  )
`
/**
 * All orders and returns that ever were, what is paid now, and every request that was ordered more than once without a return between,
 * or is ordered although its member is owed nothing by it any more. Its first hundred are rows.
 */
export const ordersOfAll = async (db: Db): Promise<Orders> => {
  const [moves, [paid], rows] = await db.batch([
    db.all<Sum & { payment: string }>(sql`
      select s.payment, count(*) as count, sum(w.nominal) as total
      from withdraw_steps s
      join withdraws w on w.id = s.withdraw_id
      where s.payment in ('ordered', 'returned')
      group by s.payment
    `),
    db.all<Sum>(sql`
      select count(*) as count, coalesce(sum(nominal), 0) as total
      from withdraws
      where status = 'accepted' and payment = 'paid'
    `),
    db.all<OrderedTooOften & { found: number }>(sql`
      select
        w.id, w.user_id, w.nominal, w.status, w.payment, c.orders, c.returns, c.most,
        (select trim(firstname || ' ' || lastname) from users where id = w.user_id) as name,
        count(*) over () as found
      from (
        select
          withdraw_id,
          sum(payment = 'ordered') as orders,
          sum(payment = 'returned') as returns,
          max(open) as most
        from ${MOVES}
        group by withdraw_id
      ) c
      join withdraws w on w.id = c.withdraw_id
      where c.most > 1
        or c.orders - c.returns > case when w.payment in ('ordered', 'paid') then 1 else 0 end
      order by w.created_at desc, w.id
      limit ${SHOWN}
    `),
  ])
  const none = { count: 0, total: 0 }
  const sumOf = (payment: string): Sum => {
    const { count, total } = moves.find((move) => move.payment === payment) ?? none
    return { count, total }
  }
  return {
    ordered: sumOf('ordered'),
    paid: paid ?? none,
    returned: sumOf('returned'),
    tooOften: rows[0]?.found ?? 0,
    rows,
  }
}
