// Money by day, week, month and member (rule money-periods).
import {
  memberMoney,
  memberMoneyExportQuery,
  memberMoneyQuery,
  periodRow,
  periodsExportQuery,
  periodsQuery,
} from '../../money/periods.ts'
import { ADMINS, call, fileCall } from '../call.ts'
import { page } from '../shapes.ts'

const stated = { roles: ADMINS, own: 'none' } as const
export const periodCalls = {
  /** Newest first, all on one page. sum: of all of them, in `from` and `to` the whole span. */
  'GET /admin/money/periods': call({
    ...stated,
    reads: 'primary',
    query: periodsQuery,
    answer: page(periodRow).extend({ sum: periodRow }),
  }),
  'GET /admin/money/periods/export': fileCall('table', {
    ...stated,
    proof: true,
    limit: 'export',
    query: periodsExportQuery,
  }),
  /** Who earned most first; only who has any money or message in the span. sum: everybody's, as the periods have it. */
  'GET /admin/money/members': call({
    ...stated,
    reads: 'primary',
    query: memberMoneyQuery,
    answer: page(memberMoney).extend({ sum: periodRow }),
  }),
  'GET /admin/money/members/export': fileCall('table', {
    ...stated,
    proof: true,
    limit: 'export',
    query: memberMoneyExportQuery,
  }),
}
