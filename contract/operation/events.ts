// The events that the server sends to a browser over /api/ws (rule newer-only), each with its keys. Counters are absolute.
// The page imports its types only: zod would be a fifth of the first load.
import { z } from 'zod'
import { rupiah } from '../ground/amounts.ts'
import { held } from '../people/pauses.ts'
import { lastRun } from '../sending/last-run.ts'
import { WAIT_REASONS } from '../sending/waits.ts'
import { accountState, runStatus } from '../sending/whatsapp.ts'

/** Comes with any event: whose it is, when it happened, and the state of the account after it. */
export const commonKeys = z.object({
  /** On the admins' channel: the account that the event is about, whatever device it names. */
  sender: z
    .object({ id: z.string(), user_id: z.string(), clientid: z.string(), state: accountState, status: runStatus })
    .optional(),
  /** The account's clientid, or the channel's id for events of no account and of jobs. */
  deviceId: z.string(),
  clientId: z.string().optional(),
  whatsappId: z.string().optional(),
  userId: z.string().optional(),
  /** The number check or one-off blast that the event is about; the counters are then the job's. */
  jobId: z.string().optional(),
  /** The account's version after this change, or the job's where the event names one. */
  version: z.number().optional(),
  /** ISO time. */
  date: z.string().optional(),
  state: accountState.optional(),
  status: runStatus.optional(),
})

/** Absolute counters of the account, or of the job that the event names. */
const counters = {
  count_success: z.number().optional(),
  count_fail: z.number().optional(),
  /** Rupiah; of an account only. */
  income: rupiah.optional(),
  /** Of a one-off blast only. */
  count_unknown: z.number().optional(),
  count_skipped: z.number().optional(),
  /** Attempts of the run, or numbers that the check has asked about. */
  value: z.number().optional(),
  /** Percent, two decimals. */
  progress: z.number().optional(),
}
/** The number that a check asks about now. */
const current_number = z.string().nullable().optional()
/** The number that is being sent to; null: none any more. */
const number = z.string().nullable()
const counted = z.object({
  ...counters,
  count_success: z.number(),
  count_fail: z.number(),
  /** On the admins' channel also the phone number whose own row this is about. */
  number,
  /** ISO time. */
  last_sent: z.string().optional(),
  in_use: z.number().optional(),
})
const checking = z.object({ ...counters, current_number })
/** Name of the campaign that an account sends at this minute; null: of none. Of a check absent. */
const campaign = z.string().nullable().optional()
/** Seconds. */
const waitTime = z.number()
const linkFailure = z.object({ reason: z.string(), msg: z.string().optional(), waitTime: waitTime.optional() })
const failedCheck = z.object({ ...counters, sendError: z.string(), current_number })
const tries = { reconnectTime: z.number(), waitTime }
const shownFor = {
  /** Seconds for which the QR or code that is shown is valid. */
  ttl: z.number(),
}
/** Of an account's blast, not of a job. */
const last_run = lastRun.optional()
/** No keys of its own: it carries the state of the account, which any event may have. */
const nothing = commonKeys.pick({ state: true, status: true })

const PAYLOADS = {
  qr: z.object({ qr: z.string(), ...shownFor }),
  code: z.object({ code: z.string(), ...shownFor }),
  authenticated: z.object({ phonenumber: z.string().nullable(), pushname: z.string().nullable() }),
  'connection.update': z.object({
    restricted_until: z.string().nullable(),
    reason: z.string().optional(),
    msg: z.string().optional(),
    suspended: z.boolean().optional(),
    suspended_count: z.number().optional(),
    held: held.nullable().optional(),
    nickname: z.string().nullable().optional(),
  }),
  link_failed: linkFailure,
  proxy_unavailable: linkFailure,
  proxy_error: linkFailure,
  /** blaster: true while the account sends an admin's one-off blast. */
  start: z.object({ ...counters, blaster: z.boolean().optional() }),
  sending: nothing,
  generating: checking,
  validating: checking,
  count_success: counted,
  count_fail: counted,
  count_synced: z.object({ ...counters, blaster: z.boolean() }),
  finished: z.object({ ...counters, number: number.optional(), current_number, last_run }),
  error_blast: z.object({ ...counters, number: number.optional(), sendError: z.string(), last_run }),
  error_generate: failedCheck,
  error_validate: failedCheck,
  stop: z.object({ ...counters, number: number.optional(), current_number, last_run }),
  idle: nothing,
  suspended: z.object({ ...counters, suspended: z.boolean(), suspended_count: z.number(), reason: z.string() }),
  reconnecting: z.object(tries),
  /** code: of the disconnect, or how often a check was refused. Events of a check have no `tries`. */
  attempting: z.object({ code: z.number() }).extend(z.object(tries).partial().shape),
  progressing: checking.extend({
    /** Messages of the account on this Jakarta day; of a check absent. */
    sent_today: z.number().optional(),
    campaign,
  }),
  waiting: z.object({ waitTime, waitReason: z.enum(WAIT_REASONS), campaign }),
  update_target: z.object({ number }),
  reset: z.object(counters),
  in_use: z.object({ number, in_use: z.number(), ...counters, last_sent: z.string().optional() }),
  /** Rupiah. */
  balance: z.object({ balance: rupiah, todayIncome: rupiah.optional() }),
  withdraw: nothing,
  /** How many of a person's notices are unread, and the newest of them; on that person's own channel. */
  notice: z.object({ unread: z.number(), last: z.number() }),
  removed: nothing,
}
const eventCounts = z.partialRecord(z.object(PAYLOADS).keyof(), z.number())
/** How many of each event there were. */
export type EventCounts = z.infer<typeof eventCounts>
export const OWN_KEYS = {
  ...PAYLOADS,
  /** For admins whose screen has named its rows: how many events of accounts, checks and one-off blasts all accounts had. */
  totals: z.object({ moved: eventCounts, moved_jobs: eventCounts }),
}
export type EventName = keyof typeof OWN_KEYS
type Common = z.infer<typeof commonKeys>
/** The keys of an event of this name, without those that say whose it is. */
export type EventKeys<N extends EventName> = { [K in N]: z.infer<(typeof OWN_KEYS)[K]> }[N]
/** The same with the keys that any event may have; the sender fills in most of them. */
export type EventDetails<N extends EventName> = Omit<Common, 'deviceId'> & EventKeys<N>
/** One event of this name; without a name: any event. */
export type BrowserEvent<N extends EventName = EventName> = {
  [K in N]: {
    event: K
    payload: Common & EventKeys<K>
    /** Place in this person's channel. After a gap the page fetches a snapshot. */
    seq?: number | undefined
  }
}[N]

type KeysOf<T> = T extends unknown ? keyof T : never
type ValueOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never
type AnyKeys = EventKeys<EventName>
/** Any event's payload, for readers that do not look at its name. */
export type EventPayload = Common & { [K in KeysOf<AnyKeys>]?: ValueOf<AnyKeys, K> | undefined }
