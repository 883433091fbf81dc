// What was sent to a number when, by which account, with what outcome (rule timeline), as far as the accounts asked know it.
import { z } from 'zod'
import { came } from '../sending/campaigns.ts'
import { CAMPAIGN_PERSON_STATES } from '../sending/reports.ts'

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
  /** Of a message; null: of the standing blast, or one-off. name null: it is deleted. Absent: its account does not say, nor does a release before. */
  campaign: z.object({ id: z.number(), name: z.string().nullable() }).nullable().optional(),
  /** As it is called now; null: a text of its own. */
  template: z.object({ id: z.string(), name: z.string().nullable() }).nullable().optional(),
  /** Under which it was sent: the last that is on record from before it; null: it is no message, or none is on record. */
  consent: z.object({ source: z.string().nullable(), at: z.string() }).nullable().default(null),
})
export type TimelineEvent = z.infer<typeof timelineEvent>
const timelineAccount = z.object({
  id: z.string(),
  name: z.string(),
  phonenumber: z.string().nullable(),
  ownerId: z.string(),
  /** holds: has the number claimed now; last: made the last attempt; asked: all were asked, and it knows something. */
  why: z.enum(['holds', 'last', 'asked']),
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
  state: z.enum(CAMPAIGN_PERSON_STATES),
  /** When it was sent, or from when on it may be; null: it is not known, or never. */
  at: z.string().nullable(),
  template_name: z.string().nullable(),
  came,
})
export type TimelineCampaign = z.infer<typeof timelineCampaign>
/** Where a step of asking everybody begins: accounts in the order of their ids, then campaigns, also those whose people stand in files. */
const place = z.string().regex(/^(accounts|campaigns):[\w-]{0,64}$/)
export const timelineQuery = z.object({ after: place.optional() })
export const EVERYBODY = 'accounts:'
/** Without `after` of those who know most; with it one step of asking everybody, of which `lastAttemptAt` says the same. */
export const timelineAnswer = z.looseObject({
  /** Newest first. */
  events: z.array(timelineEvent),
  accounts: z.array(timelineAccount),
  /** Of the newest campaigns, as long as each is a list: newest first. */
  campaigns: z.array(timelineCampaign),
  /** The accounts that were asked have every message from then on; stops and questions of a day. */
  since: z.string(),
  /** When somebody last wrote to the number, whichever account; null: nobody has. */
  lastAttemptAt: z.string().nullable(),
  /** How many accounts were asked. */
  asked: z.number().default(0),
  /** Of a step: accounts and campaigns' files that did not answer. What they know is missing. */
  silent: z.array(z.string()).default([]),
  /** Where the next step begins; null: nobody is left to ask. */
  after: z.string().nullable().default(null),
})
export type Timeline = z.infer<typeof timelineAnswer>
