// What waits for a second person, on the wire (rule second-person). Amounts are whole rupiah.
import { z } from 'zod'
import { bankChange } from './bank-change.ts'
import { dayRange, pageQuery } from '../ground/paging.ts'

/**
 * price: what one person gets for a message, by their own fee or by their level, or what a campaign pays for one. level: the price of a level. return: the bank sent a withdraw back. lift:
 * somebody who has stopped may be written to again.
 */
const APPROVAL_KINDS = ['bonus', 'price', 'level', 'withdraw', 'return', 'setting', 'lift'] as const
export type ApprovalKind = (typeof APPROVAL_KINDS)[number]
/** What one change is about: settings by their keys, then a person's price, a level and a campaign. */
const changeOf = z.enum([
  'second_person_above',
  'decider_day_limit',
  'second_person_fee_above',
  'price',
  'referral_percent',
  'blast_fee',
  'level_id',
  'level_name',
  'level_fee',
  'level_requirement',
  'level_deleted',
  'campaign_price',
  // of the level in which everybody begins
  'lowest_fee',
  // the number, or nothing of an erased person
  'stop_lifted',
])
const approvalChange = z.object({
  of: changeOf,
  /** null: there is none, as of what is new, of an own fee that follows the level, or of a campaign that pays its members' prices. Amounts are whole rupiah, levels go by name. */
  before: z.union([z.string(), z.number()]).nullable(),
  after: z.union([z.string(), z.number()]).nullable(),
  /** Where it is more than three times the usual (rule usual-price): to how much, and what is usual. */
  steep: z.object({ amount: z.number(), usual: z.number() }).optional(),
})
export type ApprovalChange = z.infer<typeof approvalChange>
const approvalStatus = z.enum(['waiting', 'approved', 'refused'])
export const approvalItem = z.object({
  id: z.string(),
  kind: z.enum(APPROVAL_KINDS),
  /** What was compared with the setting; of settings and levels the highest new value. */
  amount: z.number(),
  /** Name of who gets it; null: no single person does. */
  beneficiary: z.string().nullable(),
  /** Why a bonus is given, the bank sent money back or a stop is lifted, or the name of a level or campaign; null: there is nothing to say. */
  detail: z.string().nullable(),
  /** The screen of what it is about; null: it has none, or is not there. */
  link: z.string().nullable(),
  /**
   * Where the money goes: of a withdraw as its request says, else what the person has now; null: to no single person. The number's end alone: the
   * whole one stands in the request (rule masked-accounts).
   */
  account: z
    .object({ bank: z.string(), number: z.string(), name: z.string(), change: bankChange.nullable() })
    .nullable(),
  /** The caller and who gets it signed in from one network lately: shown, and nothing else, because carriers share addresses. */
  sameNetwork: z.boolean(),
  /** The file that shows why, by its number among the request's proofs; null: there is none. */
  proof: z.object({ withdrawId: z.string(), n: z.number() }).nullable(),
  /** All that an approval writes, one each; empty: the amount says it. */
  changes: z.array(approvalChange),
  status: approvalStatus,
  /** Names; null: nobody has, or the person is not there any more. */
  askedBy: z.string().nullable(),
  askedAt: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** Why it was refused. */
  reason: z.string().nullable(),
  /** The caller asked for it, and may only take it back. */
  mine: z.boolean(),
  /** The caller gets it, and decides nothing about it. */
  forMe: z.boolean(),
  /** Until when the caller decides nothing about it, because one person could act as them and as who asked; null: they may. */
  tiedUntil: z.string().nullable(),
  /** It waits, and nobody approves it: who asked works here no more, or may not ask it any more. */
  askerStopped: z.boolean(),
})
export type ApprovalItem = z.infer<typeof approvalItem>
/** search: of who gets it, or of who asked. */
export const approvalListQuery = pageQuery.extend({
  ...dayRange,
  /** Empty or absent: those that wait. */
  status: z
    .literal(['', 'null'])
    .transform(() => undefined)
    .or(approvalStatus)
    .optional(),
})
export const approvalDecideBody = z.object({
  id: z.string().min(1).max(64),
  approve: z.boolean(),
  /** Of a refusal, for who asked. */
  reason: z.string().trim().max(300).optional(),
})
/** The answer 202 of a call that now waits for a second person. */
export const asked = z.looseObject({
  success: z.literal(true),
  msg: z.string(),
  approval: z.object({ id: z.string() }),
})
