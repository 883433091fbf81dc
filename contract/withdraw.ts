// Withdraw requests on the wire. nominal is whole rupiah.
import { z } from 'zod'
import { wholeNumber } from './amounts.ts'
import { PAGE, sortedQuery } from './paging.ts'
import { RANGES } from './ranges.ts'
import { PERSON_STATUSES } from './person-status.ts'

export const withdrawStatus = z.enum(['requested', 'accepted', 'rejected'])
export const withdrawItem = z.object({
  id: z.string(),
  userId: z.string(),
  nominal: z.number(),
  status: withdrawStatus,
  /** Rupiah that the member has now, without the requested amount; while it is below zero nothing can be accepted. */
  balance: z.number(),
  createdAt: z.string(),
  /** When its present status was decided; null: nobody has decided yet. */
  decidedAt: z.string().nullable(),
  /** Name of who decided; null: nobody has, or the person is not there any more. */
  decidedBy: z.string().nullable(),
  /** Why it was rejected; null: it is not rejected, or no reason was given. */
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
  User: z.object({
    firstname: z.string(),
    lastname: z.string(),
    /** Of the person, and why it is not active: a paused one's request cannot be accepted. */
    status: z.enum(PERSON_STATUSES),
    status_reason: z.string().nullable(),
    /** The bank details as they were at the request. */
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
export const withdrawListQuery = sortedQuery('withdraws').extend({
  status: chosenStatus,
  /** Whose requests; empty or absent: everybody's, for those who may see them. All others get their own whatever they send. */
  user_id: z
    .literal(['', 'null'])
    .transform(() => undefined)
    .or(z.string().max(64))
    .optional(),
})
/** As the list. */
export const withdrawExportQuery = withdrawListQuery
  .omit(PAGE)
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

/** Requests that wait for a decision: how many, and whole rupiah. */
export const withdrawsWaiting = z.object({ count: z.number(), total: z.number() })
/**
 * What a balance is made of, read at one moment, in rupiah with up to two decimals:
 * income + bonus + referral - requested - accepted = balance.
 */
export const moneySummary = z.object({
  /** Blast income less what was taken back. */
  income: z.number(),
  /** Bonuses less deleted ones. */
  bonus: z.number(),
  referral: z.number(),
  /** Held for requests that wait for a decision. */
  requested: z.number(),
  accepted: z.number(),
  balance: z.number(),
})
export type MoneySummary = z.infer<typeof moneySummary>
