// /admin/ledger/reconcile: every balance against the ledger's sum, and how often requests were ordered (rules balance,
// ordered-once), and what tied deciders accepted after a wait (rule decider-wait).
import { senToRupiah } from '../../../contract/ground/money.ts'
import { reconcile } from '../../../domain/money/ledger/store.ts'
import { decidedAfterWaits } from '../../../domain/people/ties/waits-store.ts'
import { ordersOfAll } from '../../../domain/money/withdraw/orders-store.ts'
import { stageOf } from '../../../domain/money/withdraw/rules.ts'
import { door, routes } from '../../http/door.ts'

export const ledgerRoutes = routes()

door(ledgerRoutes, 'GET /admin/ledger/reconcile', async ({ db }) => {
  const [{ difference, balanceSen, sumSen, rows }, orders, waited] = await Promise.all([
    reconcile(db),
    ordersOfAll(db),
    decidedAfterWaits(db),
  ])
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
  const waits = {
    count: waited[0]?.found ?? 0,
    total: waited[0]?.sum ?? 0,
    rows: waited.map(({ id, user_id, name, nominal, decider, tie, at }) => ({
      withdrawId: id,
      userId: user_id,
      name: name ?? '',
      nominal,
      decidedBy: decider ?? '',
      tie,
      at: new Date(at).toISOString(),
    })),
  }
  return { ...totals, rows: shown, data: shown, orders: { ...orders, rows: tooOften }, waits }
})
