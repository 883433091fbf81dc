// Who registered with whose referral code.
import { z } from 'zod'
import { rupiah } from '../../ground/amounts.ts'
import { sortedQuery } from '../../ground/paging.ts'
import { call, MEMBERS } from '../call.ts'
import { page } from '../shapes.ts'

const referral = z.looseObject({
  id: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  income: rupiah,
  referrerId: z.string(),
})

export const referralCalls = {
  'GET /admin/users/referral-per-page': call({
    roles: MEMBERS,
    own: 'list',
    reads: 'replica',
    query: sortedQuery('referrals'),
    /** percent: of what a referred person earns, on top of it. */
    answer: page(referral).extend({ total: rupiah, percent: z.number() }),
  }),
}
