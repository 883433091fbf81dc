// /admin/ledger/reconcile: every balance against the ledger's sum, and how often requests were ordered (rules balance, ordered-once).
import { senToRupiah } from '../../contract/money.ts'
import { reconcile } from '../../domain/ledger/store.ts'
import { ordersOfAll } from '../../domain/withdraw/orders-store.ts'
import { stageOf } from '../../domain/withdraw/rules.ts'
import { door, routes } from '../http/door.ts'

export const ledgerRoutes = routes()

door(ledgerRoutes, 'GET /admin/ledger/reconcile', async ({ db }) => {
  const [{ difference, balanceSen, sumSen, rows }, orders] = await Promise.all([reconcile(db), ordersOfAll(db)])
  const shown = rows.map(({ name, ...row }) => ({
    ...row,
    name: name ?? '',
    balance: senToRupiah(row.balanceSen),
    sum: senToRupiah(row.sumSen),
    difference: senToRupiah(row.balanceSen - row.sumSen),
  }))
  const totals = { difference: senToRupiah(difference), balance: senToRupiah(balanceSen), sum: senToRupiah(sumSen) }
  const tooOften = orders.rows.map((row) => ({
    withdrawId: row.id,
    userId: row.user_id,
    name: row.name ?? '',
    nominal: row.nominal,
    stage: stageOf(row),
    orders: row.orders,
    returns: row.returns,
  }))
  return { ...totals, rows: shown, data: shown, orders: { ...orders, rows: tooOften } }
})
