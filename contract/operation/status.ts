// What /status shows: whether the service keeps what it promises, what is wrong with it now, and when it was last released, backed up
// and drilled.
import { z } from 'zod'
import { objectsOfRelease } from './runner-hello.ts'
import { troubles } from './troubles.ts'

/**
 * api: answers that were no fault of the service, as a share of one. ledger: seconds from WhatsApp's ack to the ledger, of 99 in 100
 * messages. silence: seconds from a stop until no account writes to that number any more, of the slowest. sessions: accounts that have the
 * session they want, as a share of one. books: comparisons of ledger and balances that found a difference.
 */
export const PROMISES = ['api', 'ledger', 'silence', 'sessions', 'books'] as const
export type Promised = (typeof PROMISES)[number]
/** null: nothing was measured. Times are measured up to LONGEST_S: what took longer counts as that. */
const value = z.number().nullable()
export const LONGEST_S = 3_600

const kept = z.object({
  value,
  /** null: nothing was measured. */
  met: z.boolean().nullable(),
  /** On how many answers, messages, stops, samples or comparisons. */
  count: z.number(),
})
export type Kept = z.infer<typeof kept>
const span = z.object({
  promises: z.record(z.enum(PROMISES), kept),
  /** When each point begins, epoch ms, the oldest first; the last one is not over. */
  at: z.array(z.number()),
  /** Of each promise a value for each point. */
  series: z.record(z.enum(PROMISES), z.array(value)),
})
export type Span = z.infer<typeof span>

/** ISO 8601; null: never yet. */
const when = z.string().nullable()
export const status = z.object({
  /** The server's clock when it answered, epoch ms. */
  now: z.number(),
  aims: z.record(z.enum(PROMISES), z.number()),
  /** The last 24 hours, a point a quarter of an hour. */
  day: span,
  /** The last 30 Jakarta days, today included, a point a day. */
  month: span,
  troubles: troubles.omit({ channels: true }),
  /** The release of the Worker that answers; the page knows its own. */
  version: z.string(),
  /** null: the fleet did not answer. version null: it has not said it. */
  runners: z.array(z.object({ name: z.string(), version: z.string().nullable(), accounts: z.number() })).nullable(),
  /** Of objects whose accounts are held by a runner: how many are of each release. Absent: a server of the version before. */
  objects: z.array(objectsOfRelease).optional(),
  /**
   * Accounts that gave up and wait for a person, and whether they are being asked to connect again now (rule reconnect-all). Absent: a server of the
   * version before, which answers a page of this one after a rollback.
   */
  givenUp: z.object({ accounts: z.number(), areAsked: z.boolean() }).optional(),
  /** Since when this release answers. */
  released: when,
  backedUp: when,
  /** When the second place of backups last took its minute; null: there is none. A server of the version before does not say it. */
  secondPlace: z.object({ at: when }).nullish(),
  /** When a backup of this place was last opened and found whole, by `npm run drill -- --env`, and how long that took. */
  drilled: when,
  drillTookMs: z.number().nullish(),
})
export type Status = z.infer<typeof status>

/**
 * What members are told of troubles, without a number: sending is delayed, or what it earned comes late. What they cannot notice they are
 * not told.
 */
export const serviceState = z.enum(['well', 'sending', 'earnings'])
export type ServiceState = z.infer<typeof serviceState>
