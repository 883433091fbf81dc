// Why an account sends or does not (rule account-check).
import { accountCheckAnswer, accountCheckQuery } from '../../sending/account-check.ts'
import { ADMINS, call } from '../call.ts'

export const accountCheckCalls = {
  'GET /admin/account-check': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: accountCheckQuery,
    answer: accountCheckAnswer,
  }),
}
