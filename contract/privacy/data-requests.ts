// What a person may ask to see of themselves (rule data-request): everything that is kept about one number, in steps, because each account
// and each file of a check is asked.
import { z } from 'zod'
import { GRADE_NAMES } from '../ground/consent-grades.ts'
import { phoneNumber } from '../ground/phone.ts'
import { NAMES_NOBODY, namesNobody, reference } from '../recipients/stop-reference.ts'
import { timelineCampaign } from './timeline.ts'

/** Where a step ends: accounts in the order of their ids, then number checks, then campaigns. */
const place = z.string().regex(/^(accounts|checks|campaigns):[\w-]{0,64}$/)
export const dataRequestBody = z
  .object({ number: phoneNumber, reference, after: place.optional() })
  .refine(namesNobody, NAMES_NOBODY)

const at = z.string()
/** Kinds of rows of which an answer has a certain number at most. */
const bounded = z.enum(['consents', 'keywords', 'stops', 'erasures', 'imports', 'one_offs', 'audit', 'accounts'])
export type Bounded = z.infer<typeof bounded>
const about = z.object({
  /** Of these kinds more is kept than the answer has. */
  cut: z.array(bounded),
  recipient: z
    .object({
      id: z.number(),
      name: z.string(),
      status: z.enum(['active', 'nonactive']),
      consent_source: z.string().nullable(),
      consent_at: at.nullable(),
      consent_by_name: z.string().nullable(),
      /** How sure it is that they agreed (rule consent-grade); null: they did not. */
      consent_grade: z.enum(GRADE_NAMES).nullable(),
      suppressed: z.boolean(),
      /** They asked for a pause until then; null: they did not. */
      snoozed_until: at.nullable(),
      /** Topics that they refused. */
      refused_topics: z.array(z.string()),
      /** By which the office groups them. */
      tags: z.array(z.string()),
      /** Values of the fields of recipients, by key (rule recipient-fields). */
      fields: z.record(z.string(), z.string()),
      /** What the office wrote down about them (rule notes), the oldest first. */
      notes: z.array(z.object({ text: z.string(), by_name: z.string().nullable(), date: at })),
      in_use: z.boolean(),
      count_success: z.number(),
      count_fail: z.number(),
      last_sent: at.nullable(),
      last_attempt: at.nullable(),
      created_at: at,
    })
    .nullable(),
  consents: z.array(
    z.object({ event: z.string(), source: z.string().nullable(), by_name: z.string().nullable(), date: at }),
  ),
  /** By which they asked to join, by the keyed hash (rule opt-in-message); absent in an answer of the release before. */
  keywords: z
    .array(
      z.object({
        programme: z.string(),
        outcome: z.enum(['granted', 'again', 'ended', 'form_over']),
        date: at,
        /** Of a form of the joining page: its code, its hour, its language; null: they wrote the keyword alone. */
        form: z.object({ code: z.string(), date: at, lang: z.string() }).nullable(),
      }),
    )
    .optional(),
  stops: z.array(
    z.object({
      via: z.string(),
      reason: z.string().nullable(),
      by_name: z.string().nullable(),
      lid: z.string().nullable(),
      date: at,
    }),
  ),
  erasures: z.array(z.object({ date: at, done: at.nullable() })),
  /** What is kept of a row that was deleted or has another number now, by the keyed hash. */
  remembered: z.array(z.object({ last_attempt: at.nullable(), misses: z.number(), date: at })),
  imports: z.array(z.object({ file: z.string(), name: z.string(), reason: z.string(), date: at })),
  one_offs: z.array(z.object({ id: z.string(), reason: z.string(), date: at })),
  audit: z.array(z.object({ action: z.string(), by_name: z.string().nullable(), date: at })),
  /** Linked accounts with this number, and the people who linked them: what is kept of those is in their own file. */
  accounts: z.array(
    z.object({
      id: z.string(),
      user_id: z.string(),
      owner: z.string().nullable(),
      pushname: z.string().nullable(),
      nickname: z.string().nullable(),
      created_at: at,
      removed_at: at.nullable(),
    }),
  ),
})
export type AboutNumber = z.infer<typeof about>

const message = z.object({
  date: at,
  outcome: z.enum(['pending', 'success', 'fail', 'unknown']),
  delivered_at: at.nullable(),
  read_at: at.nullable(),
  revoked_at: at.nullable(),
  /** As it went out; null: it is not kept any more. */
  text: z.string().nullable(),
  one_off: z.boolean(),
  /** Ids, of those that may be deleted since; null: of none. An object of the release before says neither. */
  campaign: z.number().nullable().optional(),
  template_id: z.string().nullable().optional(),
})
/** What one account's object keeps of the number. */
const inAccount = z.object({
  name: z.string().nullable(),
  messages: z.array(message),
  /** More messages are kept than the answer has. */
  cut: z.boolean(),
  /** It is to be written to, and has not been yet. */
  waiting: z.boolean(),
  stops: z.array(z.object({ via: z.string(), date: at })),
  /** Replies that asked for something, without their texts: perhaps a stop, what is kept about them, more messages again. */
  asked: z.array(z.object({ asked: z.enum(['doubt', 'info', 'opt_in']), date: at })),
  lid: z.string().nullable(),
  /** Keys of the encrypted conversation, which the service cannot read. */
  keys: z.number(),
  checks: z.array(z.object({ name: z.string(), registered: z.boolean() })),
  /** It has every message from then on, and older ones are gone; null: none is. A release before does not say. */
  since: at.nullable().default(null),
})
export type InAccount = z.infer<typeof inAccount>

const step = {
  /** Accounts that keep something; `account` is their own number, `owner` who lends them. */
  accounts: z.array(inAccount.extend({ id: z.string(), account: z.string().nullable(), owner: z.string().nullable() })),
  /** Places in files of number checks. */
  files: z.array(
    z.object({ check: z.string(), kind: z.string(), name: z.string(), registered: z.boolean().nullable() }),
  ),
  /** What became of them in each campaign, also of those that ended long ago, by its id; a release before tells of none. */
  campaigns: z.array(timelineCampaign).default([]),
  /** So many were asked in this step. */
  asked: z.number(),
  /** Those that did not answer: what they keep is missing. */
  silent: z.array(z.string()),
  /** Where the next step begins; null: this was the last. */
  after: z.string().nullable(),
}
/** kept: of the database; only in the first step. */
export const dataRequestAnswer = z.object({ number: z.string(), kept: about.nullable(), ...step })
export type DataRequestAnswer = z.infer<typeof dataRequestAnswer>
