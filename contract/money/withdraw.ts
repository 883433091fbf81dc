// Withdraw requests on the wire. nominal is whole rupiah.
import { z } from 'zod'
import { rupiah, wholeNumber } from '../ground/amounts.ts'
import { bankChange } from '../people/bank-change.ts'
import { dayRange, PAGE, sortedQuery } from '../ground/paging.ts'
import { RANGES } from '../ground/ranges.ts'
import { PERSON_STATUSES } from '../people/person-status.ts'
import { withdrawWait } from '../people/ties.ts'

export const withdrawStatus = z.enum(['requested', 'accepted', 'rejected'])
/**
 * Where a request stands (rule paid-is-paid). accepted: not transferred yet. ordered: the bank has the order. paid: the bank or an
 * image says so. returned: the bank sent it back, and the money is the member's again. `status` says accepted of ordered and paid, and
 * rejected of returned.
 */
export const WITHDRAW_STAGES = ['requested', 'accepted', 'ordered', 'paid', 'returned', 'rejected'] as const
export type WithdrawStage = (typeof WITHDRAW_STAGES)[number]
export const withdrawItem = z.object({
  id: z.string(),
  userId: z.string(),
  nominal: rupiah,
  status: withdrawStatus,
  stage: z.enum(WITHDRAW_STAGES),
  /** What the bank calls its last transfer by, and when that was ordered; null: it was never ordered, or before references were kept. */
  reference: z.string().nullable(),
  orderedAt: z.string().nullable(),
  /** When it was known to be paid; null: it is not, or not known to be. */
  paidAt: z.string().nullable(),
  /** true: it was accepted before. Its member cannot take it back, and accepting it again needs a second person. */
  acceptedBefore: z.boolean(),
  /** Name of who asked for its return by the bank while a second person has not approved that; null: nobody waits for one. */
  returnAskedBy: z.string().nullable(),
  /** Rupiah that the member has now, without the requested amount; while it is below zero nothing can be accepted. */
  balance: rupiah,
  createdAt: z.string(),
  /** When its present status was decided; null: nobody has decided yet. */
  decidedAt: z.string().nullable(),
  /** Name of who decided; null: nobody has, or the person is not there any more. */
  decidedBy: z.string().nullable(),
  /** Why it was rejected or returned; null: it is neither, or no reason was given. */
  reason: z.string().nullable(),
  /** true: it is rejected because its member took it back. Such a request stays as it is. */
  cancelled: z.boolean(),
  /** YYYY-MM-DD in Jakarta, by which a request that waits is paid; null: it does not wait. */
  expectedDay: z.string().nullable(),
  /** Number of the payout batch that it is frozen in: until its result nobody decides or cancels it; null: none. */
  payout: z.number().nullable(),
  /** Name of who accepted it while a second person has not approved that; null: nobody waits for one. */
  acceptedBy: z.string().nullable(),
  /** An image proves its payment. */
  hasProof: z.boolean(),
  /** true: it waits until somebody has looked at its member's signals; it cannot be accepted before (rule withdraw-hold). */
  held: z.boolean(),
  /** Who changed its member's bank details last; null: nobody has since that is kept. */
  bankChange: bankChange.nullable(),
  /** From when one person may accept it alone, because its bank details took the place of others; null: any time. */
  alonePaidFrom: z.string().nullable(),
  /** Opened by somebody who is tied to its member, because nobody else may decide; null: there is none where it stands (rule decider-wait). */
  wait: withdrawWait.nullable(),
  User: z.object({
    firstname: z.string(),
    lastname: z.string(),
    /** Of the person, and why it is not active: a paused one's request cannot be accepted. */
    status: z.enum(PERSON_STATUSES),
    status_reason: z.string().nullable(),
    /** The bank details as they were at the request. In lists the number is masked (rule masked-accounts). */
    account_bank: z.string(),
    account_number: z.string(),
    account_name: z.string(),
  }),
})
export type WithdrawItem = z.infer<typeof withdrawItem>
/** status: empty or absent means all. */
const chosenStatus = z
  .literal(['', 'null', 'all'])
  .transform(() => undefined)
  .or(withdrawStatus)
  .optional()
/** search: the beginning of a word of the member's name, of their email or of their id. from, to: of the request. */
export const withdrawListQuery = sortedQuery('withdraws').extend({
  ...dayRange,
  status: chosenStatus,
  /** Whose requests; empty or absent: everybody's, for those who may see them. All others get their own whatever they send. */
  user_id: z
    .literal(['', 'null'])
    .transform(() => undefined)
    .or(z.string().max(64))
    .optional(),
  /** One request alone; empty or absent: all. */
  id: z
    .literal('')
    .transform(() => undefined)
    .or(z.string().max(64))
    .optional(),
})
/** As the list. */
export const withdrawExportQuery = withdrawListQuery
  .omit({ ...PAGE, id: true })
  .extend({ format: z.enum(['csv', 'json']).default('csv') })
export const withdrawRequestBody = z.object({
  nominal: wholeNumber(RANGES.withdraw),
  userId: z.string().max(64).nullish(),
})
const requestId = z.string().min(1).max(64)
export const REJECT_REASON_MAX = 300
/** reason: shown to the member with a rejection; with any other status it is ignored. */
export const withdrawUpdateBody = z.object({
  id: requestId,
  status: withdrawStatus,
  reason: z.string().trim().max(REJECT_REASON_MAX).optional(),
})
export const withdrawCancelBody = z.object({ id: requestId })
const REFERENCE = /^[\p{L}\p{N}](?:[\p{L}\p{N} ./:_-]{1,62}[\p{L}\p{N}])$/u
/** reference: what the bank calls the transfer by. */
export const withdrawOrderedBody = z.object({
  id: requestId,
  reference: z.string().trim().regex(REFERENCE, 'Isi nomor referensi dari bank: 3 sampai 64 huruf atau angka.'),
})
const RETURN_REASON_MAX = 300
/** The fields beside the file that proves it. reason: for the member. */
export const withdrawReturnedForm = z.object({
  id: requestId,
  reason: z.string().trim().min(3, 'Tulis alasan bank mengembalikannya, minimal 3 huruf.').max(RETURN_REASON_MAX),
})
/** Where the money of one request goes, as it was at the request. */
export const withdrawAccount = z.looseObject({
  account_bank: z.string(),
  account_number: z.string(),
  account_name: z.string(),
})
/** One step of a request, oldest first. by: a name, null: the person is not there any more. */
const withdrawStep = z.object({
  stage: z.enum(WITHDRAW_STAGES),
  at: z.string(),
  by: z.string().nullable(),
  reason: z.string().nullable(),
  reference: z.string().nullable(),
})
/** n: of its file. kind: an image of the payment, or what shows that the bank sent the money back. */
const withdrawProof = z.object({
  n: z.number(),
  kind: z.enum(['payment', 'return']),
  at: z.string(),
  by: z.string().nullable(),
})
export const withdrawHistory = z.looseObject({
  steps: z.array(withdrawStep),
  proofs: z.array(withdrawProof),
  /** The caller and its member signed in from one network lately. */
  sameNetwork: z.boolean(),
})
export type WithdrawHistory = z.infer<typeof withdrawHistory>
/** n: one of all proofs, for those who pay out; absent: the newest image of the payment. */
export const proofQuery = z.object({ n: wholeNumber(RANGES.proofNumber).optional() })

/** Requests that wait for a decision: how many, and whole rupiah. */
export const withdrawsWaiting = z.object({ count: z.number(), total: rupiah })
/**
 * What a balance is made of, read at one moment, in rupiah with up to two decimals:
 * income + bonus + referral - requested - accepted = balance.
 */
export const moneySummary = z.object({
  /** Blast income less what was taken back. */
  income: rupiah,
  /** Bonuses less deleted ones. */
  bonus: rupiah,
  referral: rupiah,
  /** Held for requests that wait for a decision. */
  requested: rupiah,
  accepted: rupiah,
  /** Of the accepted: what was transferred. The rest still is to be. */
  transferred: rupiah,
  balance: rupiah,
  /** YYYY-MM-DD in Jakarta by which a request made now is transferred. */
  expectedDay: z.string(),
})
export type MoneySummary = z.infer<typeof moneySummary>
