// The security record: sign-ins, failures and changes that matter for an account (rule security-events).
import { z } from 'zod'
import { pageQuery } from '../../ground/paging.ts'
import { SECURITY_KINDS } from '../../record/security-events.ts'
import { ADMINS, call } from '../call.ts'
import { page } from '../shapes.ts'

const absent = z.literal(['', 'null']).transform(() => undefined)
/** A day of Asia/Jakarta, e.g. 2026-11-22. */
const day = absent.or(z.iso.date()).optional()
const listQuery = pageQuery.omit({ search: true }).extend({
  kind: absent.or(z.enum(SECURITY_KINDS)).optional(),
  user_id: absent.or(z.string().max(64)).optional(),
  /** The first and the last day. */
  from: day,
  to: day,
})

const securityEvent = z.looseObject({
  id: z.number(),
  date: z.string(),
  kind: z.enum(SECURITY_KINDS),
  /** null: nobody has the email that was tried, or the person is not there any more. */
  user_id: z.string().nullable(),
  person: z.string().nullable(),
  /** Name of who did it, where that is somebody else than the person. */
  by: z.string().nullable(),
  /** The first part of the address: a /24 of IPv4, a /64 of IPv6. */
  network: z.string().nullable(),
  country: z.string().nullable(),
  /** Of a refused act; null: it is another event, or its time as a place is over. */
  refused: z.object({ route: z.string(), text: z.string() }).nullable(),
  /** Short names of a browser and of a sign-in: equal ones are the same. */
  device: z.string().nullable(),
  session: z.string().nullable(),
})

export const securityEventCalls = {
  'GET /admin/security-events': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: listQuery,
    answer: page(securityEvent),
  }),
}
