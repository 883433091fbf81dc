// What was sent to a number when, by which account, with what outcome (rule timeline), as far as the accounts asked know it.
import { z } from 'zod'
import { came, PERSON_STATES } from '../sending/campaigns.ts'

/** doubt: perhaps a stop. info: who asked what is kept. opt_in: who wrote a keyword or asked for more. */
const EVENTS = ['message', 'stop', 'doubt', 'info', 'opt_in'] as const
const timelineEvent = z.object({
  at: z.string(),
  kind: z.enum(EVENTS),
  accountId: z.string(),
  /** Of a message: success, fail, pending or unknown; null: it is none. */
  outcome: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  readAt: z.string().nullable(),
  /** Its sender deleted it then. */
  revokedAt: z.string().nullable(),
  /** Of an admin's one-off blast. */
  oneOff: z.boolean(),
})
export type TimelineEvent = z.infer<typeof timelineEvent>
const timelineAccount = z.object({
  id: z.string(),
  name: z.string(),
  phonenumber: z.string().nullable(),
  ownerId: z.string(),
  /** holds: has the number claimed now; last: made the last attempt. */
  why: z.enum(['holds', 'last']),
  /** false: it did not answer, and what it knows is missing. */
  answered: z.boolean(),
  /** It has more than it told: the oldest are missing. */
  cut: z.boolean(),
})
export type TimelineAccount = z.infer<typeof timelineAccount>
/** What became of the number in a campaign, whichever account sent it. */
export const timelineCampaign = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(PERSON_STATES),
  /** When it was sent, or from when on it may be; null: it is not known. */
  at: z.string().nullable(),
  template_name: z.string().nullable(),
  came,
})
export type TimelineCampaign = z.infer<typeof timelineCampaign>
export const timelineAnswer = z.looseObject({
  /** Newest first. */
  events: z.array(timelineEvent),
  accounts: z.array(timelineAccount),
  /** Of the newest campaigns, as long as each is a list: newest first. */
  campaigns: z.array(timelineCampaign),
  /** Accounts keep no message from before; stops and questions a day. */
  since: z.string(),
  /** When somebody last wrote to the number, whichever account; null: nobody has. */
  lastAttemptAt: z.string().nullable(),
})
export type Timeline = z.infer<typeof timelineAnswer>
