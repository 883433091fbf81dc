// Opt-outs: what somebody does by their own link, and the admins' list.
import { z } from 'zod'
import { after, dayRange, PAGE_AFTER, sortedQuery } from '../../ground/paging.ts'
import { asked } from '../../people/approvals.ts'
import { recipientQuery, recipientShown, tokenBody } from '../../recipients/recipient-page.ts'
import { liftBody, suppressBody } from '../../recipients/phone-numbers.ts'
import { ADMINS, call, fileCall } from '../call.ts'
import { exportQuery, importAccepted, imported, page, stopsForm } from '../shapes.ts'
import { done } from '../../ground/done.ts'

const suppression = z.looseObject({
  id: z.number(),
  number: z.string().nullable(),
  lid: z.string().nullable(),
  via: z.string(),
  by: z.string().nullable(),
  /** A person's name, or the number of the account that got the opt-out. */
  by_name: z.string().nullable(),
  reason: z.string().nullable(),
  createdAt: z.string(),
})

const listQuery = sortedQuery('suppressions').extend({ ...dayRange, after })

export const suppressionCalls = {
  /** The page behind a person's link, at /opt-out of the page's own address; its forms come back to it. */
  'GET /opt-out': fileCall('other', { roles: 'public', own: 'none', limit: 'recipient-page', query: recipientQuery }),
  'POST /opt-out': fileCall('other', { roles: 'public', own: 'none', limit: 'opt-out', query: recipientQuery }),
  'POST /public/opt-out': call({
    roles: 'public',
    own: 'none',
    limit: 'opt-out',
    body: tokenBody,
    answer: done.extend({ msg: z.string() }),
  }),
  'POST /public/recipient': call({
    roles: 'public',
    own: 'none',
    limit: 'recipient-page',
    body: tokenBody,
    answer: recipientShown,
  }),
  /** snoozed_until null: they have stopped, which is more. */
  'POST /public/recipient/snooze': call({
    roles: 'public',
    own: 'none',
    limit: 'recipient-page',
    body: tokenBody,
    answer: done.extend({ snoozed_until: z.string().nullable() }),
  }),
  /** They never agreed: a stop, with what was said that they had agreed to. */
  'POST /public/recipient/dispute': call({
    roles: 'public',
    own: 'none',
    limit: 'opt-out',
    body: tokenBody,
    answer: done.extend({ msg: z.string() }),
  }),
  /** For good: what stays is the keyed hash, so that nobody writes to them again. */
  'POST /public/recipient/erase': call({
    roles: 'public',
    own: 'none',
    limit: 'opt-out',
    body: tokenBody,
    answer: done.extend({ msg: z.string() }),
  }),
  'GET /admin/suppression': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: listQuery,
    answer: page(suppression),
  }),
  'GET /admin/suppression/export': fileCall('table', {
    proof: true,
    roles: ADMINS,
    own: 'none',
    limit: 'export',
    query: listQuery.omit(PAGE_AFTER).extend(exportQuery.shape),
  }),
  'POST /admin/suppression': call({ roles: ADMINS, own: 'none', body: suppressBody, answer: done }),
  /** `created`: who is on the list by this file; who was there already is skipped as `duplicate`, and stays. */
  'POST /admin/suppression/import': call({
    roles: ADMINS,
    own: 'none',
    limit: 'import',
    upload: true,
    form: stopsForm,
    answer: imported(suppression),
    accepted: importAccepted,
  }),
  /** Done at once where the person wrote so themselves since they stopped (rule lift); else 202, and a second person decides. */
  'DELETE /admin/suppression/:id': call({
    roles: ADMINS,
    own: 'none',
    proof: true,
    body: liftBody,
    answer: done,
    accepted: asked,
  }),
}
