// How the service does: for those who run it, and in one word for everybody.
import { z } from 'zod'
import { serviceState, status } from '../../operation/status.ts'
import { ADMINS, call } from '../call.ts'

export const statusCalls = {
  'GET /admin/status': call({ roles: ADMINS, own: 'none', reads: 'replica', answer: status }),
  /** Whether a trouble delays what members wait for (rule service-line). */
  'GET /public/status': call({
    roles: 'public',
    own: 'none',
    reads: 'replica',
    limit: 'health',
    answer: z.object({ service: serviceState }),
  }),
}
