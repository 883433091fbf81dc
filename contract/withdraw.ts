// Withdraw requests on the wire. nominal is whole rupiah.
import { z } from 'zod'
import { wholeNumber } from './amounts.ts'
import { sortedQuery } from './paging.ts'
import { RANGES } from './ranges.ts'

export const withdrawStatus = z.enum(['requested', 'accepted', 'rejected'])
export const withdrawItem = z.object({
  id: z.string(),
  userId: z.string(),
  nominal: z.number(),
  status: withdrawStatus,
  /** Rupiah that the member has now, without the requested amount; while it is below zero nothing can be accepted. */
  balance: z.number(),
  createdAt: z.string(),
  User: z.object({
    firstname: z.string(),
    lastname: z.string(),
    /** The bank details as they were at the request. */
    account_bank: z.string(),
    account_number: z.string(),
    account_name: z.string(),
  }),
})
export type WithdrawItem = z.infer<typeof withdrawItem>
/** status: empty or absent means all. */
export const withdrawListQuery = sortedQuery('withdraws').extend({
  status: z
    .literal(['', 'null', 'all'])
    .transform(() => undefined)
    .or(withdrawStatus)
    .optional(),
  /** Whose requests; empty or absent: everybody's, for those who may see them. All others get their own whatever they send. */
  user_id: z
    .literal(['', 'null'])
    .transform(() => undefined)
    .or(z.string().max(64))
    .optional(),
})
export const withdrawRequestBody = z.object({
  nominal: wholeNumber(RANGES.withdraw),
  userId: z.string().max(64).nullish(),
})
export const withdrawUpdateBody = z.object({ id: z.string().min(1).max(64), status: withdrawStatus })
