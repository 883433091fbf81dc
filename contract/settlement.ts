// What an account's object hands to the ledger through the Queue. One batch = one unique (accountId, sequence).
import { z } from 'zod'

const OUTCOMES = ['success', 'fail', 'unknown'] as const
const settledResult = z.object({
  attemptId: z.string(),
  numberId: z.number(),
  templateId: z.string().nullable(),
  /** Sen, fixed at the attempt. */
  priceSen: z.number().int(),
  /** What the outcome was before; `none` when this is the first. */
  from: z.enum(['none', ...OUTCOMES]),
  to: z.enum(OUTCOMES),
  notRegistered: z.boolean(),
  /** Epoch ms of the result: its Jakarta day takes the income. */
  at: z.number(),
  /** Epoch ms of the outcome before: its Jakarta day counted it. Absent when there was none, and in older batches. */
  fromAt: z.number().optional(),
  /** Epoch ms of the attempt. */
  attemptedAt: z.number(),
  /** Keyed hash of the recipient's LID, so that a stop known by LID only reaches the number. */
  lidHash: z.string().optional(),
  /** The same under the ring's other keys: a stop may have been written under one of them. */
  otherLidHashes: z.array(z.string()).optional(),
  /** Absent: of a blast. A blaster's message earns nothing and counts for no level (rule one-off). */
  kind: z.literal('blaster').optional(),
})
const contact = settledResult.pick({ otherLidHashes: true }).extend({ number: z.string(), lidHash: z.string() })
const reversal = z.object({
  attemptId: z.string(),
  /** Sequence of the batch that credited it. */
  creditedSequence: z.number(),
  priceSen: z.number().int(),
  at: z.number(),
})
export const settlementBatch = z.object({
  accountId: z.string(),
  sequence: z.number().int().min(1),
  userId: z.string(),
  results: z.array(settledResult),
  reversals: z.array(reversal),
  /** People of whom number and LID became known other than by a result. */
  contacts: z.array(contact).optional(),
})
export type SettlementBatch = z.infer<typeof settlementBatch>
export type SettledResult = z.infer<typeof settledResult>
