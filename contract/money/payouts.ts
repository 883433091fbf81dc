// Payout batches on the wire (rule payout-batch): requests that are paid by one file at the bank. nominal is whole rupiah.
import { z } from 'zod'
import { rupiah } from '../ground/amounts.ts'
import { bankChange } from '../people/bank-change.ts'
import { PAYOUT_MAX } from './payouts-max.ts'
import { WITHDRAW_STAGES } from './withdraw.ts'

/** The generic CSV has every line; a bank's own file has the lines whose account is at that bank. */
const PAYOUT_FORMATS = ['csv', 'bca', 'mandiri', 'bri'] as const
export type PayoutFormat = (typeof PAYOUT_FORMATS)[number]

export const RESULT_MAX_BYTES = 1024 * 1024
export const PROOF_MAX_BYTES = 2 * 1024 * 1024

const payoutStatus = z.enum(['frozen', 'done', 'released'])
const lineStatus = z.enum(['waiting', 'accepted', 'returned', 'released'])
export type LineStatus = z.infer<typeof lineStatus>

export const payoutItem = z.object({
  id: z.string(),
  /** Counts up from 1; what people call the batch by. */
  number: z.number(),
  /** done: every line was decided or released. released: nothing was paid by it. */
  status: payoutStatus,
  count: z.number(),
  total: rupiah,
  accepted: z.number(),
  returned: z.number(),
  createdAt: z.string(),
  /** Names; null: nobody has, or the person is not there any more. */
  createdBy: z.string().nullable(),
  /** The caller made it, so another person approves it. */
  mine: z.boolean(),
  /** When its file was given out first, which ordered all of its requests; null: it can still be let go. */
  fetchedAt: z.string().nullable(),
  /** none: no request in it is above the setting or was accepted before. waiting: another person must approve it before its file can be downloaded. */
  second: z.enum(['none', 'waiting', 'approved']),
  approvedBy: z.string().nullable(),
  /** Until when the caller does not approve it, because one person could act as them and as who made it; null: they may. */
  tiedUntil: z.string().nullable(),
  /** It waits for a second person, and nobody approves it: who made it works here no more, or may not pay out any more. */
  askerStopped: z.boolean(),
})
export type PayoutItem = z.infer<typeof payoutItem>
export const payoutLine = z.object({
  withdrawId: z.string(),
  userId: z.string(),
  reference: z.string(),
  status: lineStatus,
  /** Why the bank returned it. */
  reason: z.string().nullable(),
  nominal: rupiah,
  member: z.string(),
  /** Where the request stands now. */
  stage: z.enum(WITHDRAW_STAGES),
  /** The bank sent it back, and a second person has not decided about that yet. */
  returnWaits: z.boolean(),
  account_bank: z.string(),
  account_number: z.string(),
  account_name: z.string(),
  /** Who changed its member's bank details last; null: nobody has since that is kept. */
  bankChange: bankChange.nullable(),
  hasProof: z.boolean(),
})
export type PayoutLine = z.infer<typeof payoutLine>

export const payoutCreateBody = z.object({
  ids: z.array(z.string().min(1).max(64)).min(1).max(PAYOUT_MAX),
})
export const payoutBody = z.object({ id: z.string().min(1).max(64) })
const DEBIT_ACCOUNT = /^\d{8,20}$/
export const payoutFileQuery = z.object({
  format: z.enum(PAYOUT_FORMATS).default('csv'),
  /** The account that the money leaves from, which Mandiri's file names. */
  account: z
    .literal('')
    .or(z.string().regex(DEBIT_ACCOUNT, 'Isi nomor rekening sumber, 8 sampai 20 angka.'))
    .optional(),
})
