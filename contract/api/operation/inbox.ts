// What waits for the caller, in one call (rule inbox).
import { inbox } from '../../operation/inbox.ts'
import { call, STAFF_AND_ADMINS } from '../call.ts'

export const inboxCalls = {
  /** Only what the caller may do themselves. Staff have withdraws while the setting `staff_can_process` is on, and nothing otherwise. */
  'GET /admin/inbox': call({ roles: STAFF_AND_ADMINS, own: 'none', reads: 'primary', answer: inbox }),
}
