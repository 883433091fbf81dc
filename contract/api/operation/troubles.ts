// What the Worker found wrong with itself, and whether alerts arrive (rules troubles, alerts).
import { z } from 'zod'
import { troubles } from '../../operation/troubles.ts'
import { ADMINS, call } from '../call.ts'
import { done } from '../../ground/done.ts'

export const troubleCalls = {
  'GET /admin/troubles': call({ roles: ADMINS, own: 'none', reads: 'primary', answer: troubles }),
  /** Sends an alert that tells of nothing to each address. delivered: how many of `sent` were taken. */
  'POST /admin/troubles/test': call({
    roles: ADMINS,
    own: 'none',
    limit: 'push',
    answer: done.extend({ sent: z.number(), delivered: z.number() }),
  }),
}
