// /admin/ledger/reconcile: every balance against the ledger's sum (rule balance).
import { senToRupiah } from '../../contract/money.ts'
import { reconcile } from '../../domain/ledger/store.ts'
import { door, routes } from '../http/door.ts'

export const ledgerRoutes = routes()

door(ledgerRoutes, 'GET /admin/ledger/reconcile', async ({ db }) => {
  const { difference, balanceSen, sumSen, rows } = await reconcile(db)
  const shown = rows.map(({ name, ...row }) => ({
    ...row,
    name: name ?? '',
    balance: senToRupiah(row.balanceSen),
    sum: senToRupiah(row.sumSen),
    difference: senToRupiah(row.balanceSen - row.sumSen),
  }))
  const totals = { difference: senToRupiah(difference), balance: senToRupiah(balanceSen), sum: senToRupiah(sumSen) }
  return { ...totals, rows: shown, data: shown }
})
