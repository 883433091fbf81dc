// Receipts of consent: a person gets theirs, and anybody checks one, without an account (rule receipts).
import { z } from 'zod'
import { done } from '../../ground/done.ts'
import { tokenBody } from '../../recipients/recipient-page.ts'
import { call, fileCall } from '../call.ts'
import { langQuery } from '../shapes.ts'

export const receiptCalls = {
  /** receipt: a compact JWT. */
  'POST /public/recipient/receipt': call({
    roles: 'public',
    own: 'none',
    limit: 'recipient-page',
    body: tokenBody,
    answer: done.extend({ receipt: z.string() }),
  }),
  /** The public keys as a JWK set, for those who check receipts by their own means. */
  'GET /public/receipt-keys': call({
    roles: 'public',
    own: 'none',
    limit: 'health',
    answer: z.object({ keys: z.array(z.object({ kty: z.string(), crv: z.string(), x: z.string(), kid: z.string() })) }),
  }),
  /** The page on which a receipt is checked, at /receipt of the page's own address; its form comes back to it. */
  'GET /receipt': fileCall('other', { roles: 'public', own: 'none', limit: 'join', query: langQuery }),
  'POST /receipt': fileCall('other', { roles: 'public', own: 'none', limit: 'join', query: langQuery }),
}
