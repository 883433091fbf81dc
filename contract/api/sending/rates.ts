// What became of messages, by week (rule rates).
import { ownRates, rateRow, ratesQuery, rateWeeks } from '../../sending/rates.ts'
import { ADMINS, call, MEMBERS } from '../call.ts'
import { page } from '../shapes.ts'

export const rateCalls = {
  'GET /admin/rates': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: ratesQuery,
    answer: page(rateRow).extend(rateWeeks.shape),
  }),
  /** Of the caller's own accounts, beside all. */
  'GET /user/rates': call({ roles: MEMBERS, own: 'none', reads: 'replica', answer: ownRates }),
}
