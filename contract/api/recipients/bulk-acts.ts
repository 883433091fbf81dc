// Acts on every recipient that matches, and the way back (rule bulk-acts). How many match is asked by `GET /admin/segment/count`.
import { done } from '../../ground/done.ts'
import { bulkBody, bulkRow, unimportBody, unimportCount, unimportQuery } from '../../recipients/bulk-acts.ts'
import { ADMINS, call } from '../call.ts'
import { list, saved } from '../shapes.ts'

export const bulkCalls = {
  /** The last ones: those that run, then the newest. */
  'GET /admin/bulk': call({ roles: ADMINS, own: 'none', reads: 'replica', answer: list(bulkRow) }),
  /** Goes on by itself, also when the page is left. */
  'POST /admin/bulk': call({ roles: ADMINS, own: 'none', body: bulkBody, answer: saved('act', bulkRow) }),
  'POST /admin/bulk/:id/cancel': call({ roles: ADMINS, own: 'none', answer: done }),
  /** Of those whom nobody has changed since. */
  'POST /admin/bulk/:id/undo': call({ roles: ADMINS, own: 'none', answer: done }),
  /** How many rows of an import may go with it, and why the others stay: one step of the count. */
  'GET /admin/import/:id/unused': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: unimportQuery,
    answer: unimportCount,
  }),
  'POST /admin/import/:id/undo': call({
    roles: ADMINS,
    own: 'none',
    proof: true,
    body: unimportBody,
    answer: saved('act', bulkRow),
  }),
}
