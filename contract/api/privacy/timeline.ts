// What was sent to a number when, by which account (rule timeline).
import { timelineAnswer, timelineQuery } from '../../privacy/timeline.ts'
import { ADMINS, call } from '../call.ts'

export const timelineCalls = {
  'GET /admin/phonenumber/:id/timeline': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: timelineQuery,
    answer: timelineAnswer,
  }),
}
