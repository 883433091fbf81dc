// What the office looks at: referrals, the audit log, the ledger's reconciliation (decisions 25, 27, 38, 39).
import { senToRupiah } from '../../contract/money.ts'
import { pageQuery, toPaged } from '../../contract/paging.ts'
import { auditPage } from '../../domain/audit/store.ts'
import { reconcile } from '../../domain/ledger/store.ts'
import { referralPage } from '../../domain/referral/store.ts'
import { door, routes } from '../http/door.ts'

export const officeRoutes = routes()

door(officeRoutes, 'GET /admin/users/referral-per-page', { query: pageQuery }, async ({ db, query, ownerId }) => {
  const { rows, total, totalSen } = await referralPage(db, { ...query, referrerId: ownerId })
  const list = rows.map(({ income_sen, referrer_id, ...row }) => ({
    ...row,
    referrerId: referrer_id,
    income: senToRupiah(income_sen),
  }))
  return { ...toPaged(list, total, query), total: senToRupiah(totalSen) }
})

door(officeRoutes, 'GET /admin/audit', { query: pageQuery }, async ({ db, query }) => {
  const { rows, total } = await auditPage(db, query)
  const list = rows.map(({ at, before, after, ...row }) => ({
    ...row,
    date: new Date(at).toISOString(),
    before: before === null ? null : (JSON.parse(before) as unknown),
    after: after === null ? null : (JSON.parse(after) as unknown),
  }))
  return toPaged(list, total, query)
})

door(officeRoutes, 'GET /admin/ledger/reconcile', {}, async ({ db }) => {
  const { difference, rows } = await reconcile(db)
  return { difference: senToRupiah(difference), rows, data: rows }
})
