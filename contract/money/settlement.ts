// The results that an account's object hands to settlement through the Queue. A batch is unique by (accountId, sequence).
import { z } from 'zod'
import { wholeSen } from '../ground/amounts.ts'
import { FAIL_REASONS } from '../sending/last-run.ts'

const OUTCOMES = ['success', 'fail', 'unknown'] as const
const settledResult = z.object({
  attemptId: z.string(),
  numberId: z.number(),
  templateId: z.string().nullable(),
  /** Sen, fixed when the attempt was made. */
  priceSen: wholeSen,
  /** The outcome that was settled before; `none` when this is the first. */
  from: z.enum(['none', ...OUTCOMES]),
  to: z.enum(OUTCOMES),
  notRegistered: z.boolean(),
  /** Why it failed; of one that counted as failed before, why it did then. Absent when it never has, and in older batches. */
  reason: z.enum(FAIL_REASONS).optional(),
  /** Epoch ms of the result; the income belongs to its Jakarta day. */
  at: z.number(),
  /** Epoch ms of the outcome before, whose Jakarta day counted it. Absent when there was none, and in older batches. */
  fromAt: z.number().optional(),
  /** Epoch ms of the attempt. */
  attemptedAt: z.number(),
  /** Keyed hash of the recipient's LID. With it an opt-out that is known by LID only reaches the number. */
  lidHash: z.string().optional(),
  /** The same hash under the ring's other keys, because the opt-out may have been written under one of them. */
  otherLidHashes: z.array(z.string()).optional(),
  /** Absent: a message of a blast. One of a one-off blast earns nothing and counts for no level (rule one-off). */
  kind: z.literal('blaster').optional(),
  /** The campaign that it is of; absent: none. */
  campaign: z.number().optional(),
})
const contact = settledResult.pick({ otherLidHashes: true }).extend({ number: z.string(), lidHash: z.string() })
/** Messages of one template that came to the same (rule rates). */
const met = z.object({
  templateId: z.string().nullable(),
  delivered: z.boolean(),
  /** Its reader wrote something else than a stop. */
  answered: z.boolean(),
  /** Ids of their rows. */
  numberIds: z.array(z.number()),
})
/**
 * Of a Jakarta day some days ago: paid messages of blasts, and how many of them brought a delivery receipt (rule fraud-signals); and what became
 * of all that were accepted, absent in older batches.
 */
const delivery = z.object({
  day: z.string(),
  success: z.number().int(),
  delivered: z.number().int(),
  met: z.array(met).optional(),
})
/** So many more messages of a campaign, of this hour (epoch ms of its beginning) and template, brought a receipt, were read or answered. */
const reached = z.object({
  campaign: z.number(),
  hour: z.number(),
  templateId: z.string(),
  delivered: z.number().int(),
  read: z.number().int(),
  answered: z.number().int(),
})
/** By campaign and id of their row: what is new of their message, as bits (contract/ground/came.ts). */
const came = z.record(z.string(), z.record(z.string(), z.number().int()))
const reversal = z.object({
  attemptId: z.string(),
  /** Sequence of the batch that credited it: its referral percent is the one to reverse. */
  creditedSequence: z.number(),
  priceSen: wholeSen,
  at: z.number(),
})
export const settlementBatch = z.object({
  accountId: z.string(),
  sequence: z.number().int().min(1),
  userId: z.string(),
  results: z.array(settledResult),
  reversals: z.array(reversal),
  /** Number and LID of people whose LID became known otherwise than by a result. */
  contacts: z.array(contact).optional(),
  deliveries: z.array(delivery).optional(),
  reached: z.array(reached).optional(),
  came: came.optional(),
})
export type SettlementBatch = z.infer<typeof settlementBatch>
export type SettledResult = z.infer<typeof settledResult>
