// What was sent and earned: single figures, and days for the charts.
import { z } from 'zod'
import { rupiah, wholeNumber } from '../../ground/amounts.ts'
import { RANGES } from '../../ground/ranges.ts'
import { dayRow } from '../../money/stats.ts'
import { ADMINS, ALL, call } from '../call.ts'
import { accountCounts, blasts } from '../shapes.ts'

export const statsCalls = {
  'GET /admin/messagelog/count/:userId': call({ roles: ALL, own: 'user', reads: 'replica', answer: blasts }),
  'GET /admin/messagelog/today-income/:userId': call({
    roles: ALL,
    own: 'user',
    reads: 'replica',
    answer: z.looseObject({ income: rupiah }),
  }),
  'GET /admin/messagelog/today-count': call({ roles: ADMINS, own: 'none', reads: 'replica', answer: blasts }),
  'GET /admin/messagelog/total-count': call({ roles: ADMINS, own: 'none', reads: 'replica', answer: blasts }),
  'GET /admin/stats/daily': call({
    roles: ALL,
    own: 'list',
    reads: 'replica',
    query: z.object({ days: wholeNumber(RANGES.days).default(14) }),
    answer: accountCounts.extend({ list: z.array(dayRow), data: z.array(dayRow) }),
  }),
}
