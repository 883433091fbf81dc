// What was sent to a number when, by which account (rule timeline).
import { timelineAnswer } from '../../privacy/timeline.ts'
import { ADMINS, call } from '../call.ts'

export const timelineCalls = {
  'GET /admin/phonenumber/:id/timeline': call({ roles: ADMINS, own: 'none', reads: 'replica', answer: timelineAnswer }),
}
