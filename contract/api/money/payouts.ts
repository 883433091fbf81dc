// Payout batches: freeze requests, download the bank's file, upload its result; and the proof of one payment.
import { z } from 'zod'
import { rupiah } from '../../ground/amounts.ts'
import { dayRange, pageQuery } from '../../ground/paging.ts'
import { payoutBody, payoutCreateBody, payoutFileQuery, payoutItem, payoutLine } from '../../money/payouts.ts'
import { proofQuery } from '../../money/withdraw.ts'
import { ALL, call, fileCall, STAFF_AND_ADMINS } from '../call.ts'
import { page, saved } from '../shapes.ts'
import { done } from '../../ground/done.ts'

/** Staff only while the setting `staff_can_process` is on, so each handler asks for it. */
const PAYERS = { roles: STAFF_AND_ADMINS, own: 'office' } as const

export const payoutCalls = {
  'GET /admin/payout/list-per-page': call({
    ...PAYERS,
    reads: 'primary',
    /** search: the number of one. */
    query: pageQuery.extend(dayRange),
    /** sum: of everything that the list has, whatever page. */
    answer: page(payoutItem).extend({ sum: rupiah }),
  }),
  'GET /admin/payout/:id': call({
    ...PAYERS,
    reads: 'primary',
    answer: z.looseObject({ payout: payoutItem, lines: z.array(payoutLine) }),
  }),
  /** Freezes all of the requests or none. */
  'POST /admin/payout/create': call({
    ...PAYERS,
    proof: true,
    body: payoutCreateBody,
    answer: saved('payout', payoutItem),
  }),
  /** By somebody else than who made it, and by nobody who has a request in it. */
  'POST /admin/payout/approve': call({ ...PAYERS, proof: true, body: payoutBody, answer: saved('payout', payoutItem) }),
  /** Lets the requests go before the file was given out: they wait again and can be decided one at a time. */
  'POST /admin/payout/release': call({ ...PAYERS, proof: true, body: payoutBody, answer: saved('payout', payoutItem) }),
  /** The first time orders every request of the batch, before the file is answered (rule paid-is-paid). */
  'GET /admin/payout/:id/file': fileCall('other', { ...PAYERS, proof: true, limit: 'export', query: payoutFileQuery }),
  /**
   * A CSV with columns for reference and status. All of it is applied, or nothing: then `fields` names each wrong row. What was paid is
   * paid at once, what came back waits for a second person.
   */
  'POST /admin/payout/:id/result': call({
    proof: true,
    ...PAYERS,
    limit: 'import',
    limitBytes: 1024 * 1024 + 64 * 1024,
    form: z.object({}),
    answer: done.extend({
      payout: payoutItem,
      accepted: z.number(),
      /** Rows that wait for a second person now. */
      returned: z.number(),
      /** Rows that were applied before, or say nothing yet. */
      unchanged: z.number(),
    }),
  }),
  /** An image of one transferred request's payment, which is paid by it; a new one supersedes it, and none is deleted. */
  'POST /admin/payout/proof/:id': call({
    proof: true,
    ...PAYERS,
    limit: 'import',
    limitBytes: 2 * 1024 * 1024 + 64 * 1024,
    form: z.object({}),
    answer: done,
  }),
  /** For those who pay out, and for the member of the request. */
  'GET /admin/payout/proof/:id': fileCall('other', { roles: ALL, own: 'proof', query: proofQuery }),
}
