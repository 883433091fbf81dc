// What the office looks at: referrals, the ledger's reconciliation (rules balance, referral).
import { senToRupiah } from '../../contract/money.ts'
import { toPaged } from '../../contract/paging.ts'
import { reconcile } from '../../domain/ledger/store.ts'
import { referralPage } from '../../domain/referral/store.ts'
import { door, routes } from '../http/door.ts'

export const officeRoutes = routes()

door(officeRoutes, 'GET /admin/users/referral-per-page', async ({ db, query, ownerId }) => {
  const { rows, total, totalSen } = await referralPage(db, { ...query, referrerId: ownerId })
  const list = rows.map(({ income_sen, referrer_id, ...row }) => ({
    ...row,
    referrerId: referrer_id,
    income: senToRupiah(income_sen),
  }))
  return { ...toPaged(list, total, query), total: senToRupiah(totalSen) }
})

door(officeRoutes, 'GET /admin/ledger/reconcile', async ({ db }) => {
  const { difference, balanceSen, sumSen, rows } = await reconcile(db)
  const shown = rows.map((row) => ({ ...row, difference: senToRupiah(row.balanceSen - row.sumSen) }))
  const totals = { difference: senToRupiah(difference), balance: senToRupiah(balanceSen), sum: senToRupiah(sumSen) }
  return { ...totals, rows: shown, data: shown }
})
