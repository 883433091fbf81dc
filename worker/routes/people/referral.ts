// /admin/users/referral-per-page: who registered with whose code, and what the referrer earned (rule referral).
import { senToRupiah } from '../../../contract/ground/money.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { referralPage } from '../../../domain/people/referral/store.ts'
import { door, routes } from '../../http/door.ts'

export const referralRoutes = routes()

door(referralRoutes, 'GET /admin/users/referral-per-page', async ({ db, query, ownerId }) => {
  const { rows, total, totalSen, percent } = await referralPage(db, { ...query, referrerId: ownerId })
  const list = rows.map(({ income_sen, referrer_id, ...row }) => ({
    ...row,
    referrerId: referrer_id,
    income: senToRupiah(income_sen),
  }))
  return { ...toPaged(list, total, query), total: senToRupiah(totalSen), percent }
})
