// What waits for a second person: the list, and the decision.
import { z } from 'zod'
import { approvalDecideBody, approvalItem, approvalListQuery } from '../../people/approvals.ts'
import { call, STAFF_AND_ADMINS } from '../call.ts'
import { page, saved } from '../shapes.ts'

export const approvalCalls = {
  /** Staff see withdraws alone, while the setting `staff_can_process` is on. */
  'GET /admin/approval/list-per-page': call({
    roles: STAFF_AND_ADMINS,
    own: 'none',
    reads: 'primary',
    query: approvalListQuery,
    /** alone: there is no other admin or dev who could be the second person. */
    answer: page(approvalItem).extend({ alone: z.boolean() }),
  }),
  /** Approving does what was asked for, in the same transaction. Who asked may refuse, which takes it back. */
  'PUT /admin/approval/decide': call({
    proof: true,
    roles: STAFF_AND_ADMINS,
    own: 'none',
    body: approvalDecideBody,
    answer: saved('approval', approvalItem),
  }),
}
