// What the server pushes to a browser over /api/ws (rule newer-only): a union by name, stated here once. Counters are absolute.
// The page imports its types only: zod would be a fifth of the first load.
import { z } from 'zod'
import { lastRun } from './last-run.ts'
import { WAIT_REASONS } from './waits.ts'
import { accountState, runStatus } from './whatsapp.ts'

/** Comes with any event: whose it is, when it was, and how the account then stands. */
const common = z.object({
  /** On the admins' channel: the account that this is about, however the event names its device. */
  sender: z
    .object({ id: z.string(), user_id: z.string(), clientid: z.string(), state: accountState, status: runStatus })
    .optional(),
  /** The account's clientid, or the channel's id where no account or a job is meant. */
  deviceId: z.string(),
  clientId: z.string().optional(),
  whatsappId: z.string().optional(),
  userId: z.string().optional(),
  /** Of a number check's or a blaster's events: which job this is about; counters are then the job's. */
  jobId: z.string().optional(),
  /** The account's version after this change; the job's, where one is named. */
  version: z.number().optional(),
  /** ISO time. */
  date: z.string().optional(),
  state: accountState.optional(),
  status: runStatus.optional(),
})

/** Absolute; of the account, or of the job that the event names. */
const counters = {
  count_success: z.number().optional(),
  count_fail: z.number().optional(),
  /** Rupiah. Of an account. */
  income: z.number().optional(),
  /** Of a one-off blast. */
  count_unknown: z.number().optional(),
  count_skipped: z.number().optional(),
  /** Attempts of the run, numbers asked about by the check. */
  value: z.number().optional(),
  /** Percent, two decimals. */
  progress: z.number().optional(),
}
/** The number a check asks about now. */
const current_number = z.string().nullable().optional()
/** The number that was sent to; null: none any more. */
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
/** Seconds. */
const waitTime = z.number()
const linkFailure = z.object({ reason: z.string(), msg: z.string().optional(), waitTime: waitTime.optional() })
const failedCheck = z.object({ ...counters, sendError: z.string(), current_number })
const tries = { reconnectTime: z.number(), waitTime }
const shownFor = {
  /** Seconds the shown QR or code lives. */
  ttl: z.number(),
}
/** Of an account's blast, not of a job. */
const last_run = lastRun.optional()
/** No keys of its own: how the account stands, which any event may say. */
const nothing = common.pick({ state: true, status: true })

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
  }),
  link_failed: linkFailure,
  proxy_unavailable: linkFailure,
  proxy_error: linkFailure,
  /** blaster: it sends an admin's one-off blast. */
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
  /** code: the disconnect's, or how often a check was refused; a check says no tries. */
  attempting: z.object({ code: z.number() }).extend(z.object(tries).partial().shape),
  progressing: checking,
  waiting: z.object({ waitTime, waitReason: z.enum(WAIT_REASONS) }),
  update_target: z.object({ number }),
  reset: z.object(counters),
  in_use: z.object({ number, in_use: z.number(), ...counters, last_sent: z.string().optional() }),
  /** Rupiah. */
  balance: z.object({ balance: z.number(), todayIncome: z.number().optional() }),
  withdraw: nothing,
  removed: nothing,
}
const eventCounts = z.partialRecord(z.object(PAYLOADS).keyof(), z.number())
/** How often each event came. */
export type EventCounts = z.infer<typeof eventCounts>
const OWN_KEYS = {
  ...PAYLOADS,
  /** Only to admins whose screen names its rows: events of accounts, and of number checks and one-off blasts, over all accounts. */
  totals: z.object({ moved: eventCounts, moved_jobs: eventCounts }),
}
export type EventName = keyof typeof OWN_KEYS
type Common = z.infer<typeof common>
/** What an event of this name says beside whose it is. */
export type EventKeys<N extends EventName> = { [K in N]: z.infer<(typeof OWN_KEYS)[K]> }[N]
/** With the keys that may come with any event, of which its sender fills in most. */
export type EventDetails<N extends EventName> = Omit<Common, 'deviceId'> & EventKeys<N>
/** One event; without a name: any. */
export type BrowserEvent<N extends EventName = EventName> = {
  [K in N]: {
    event: K
    payload: Common & EventKeys<K>
    /** Position in this person's channel; a gap means: fetch a snapshot. */
    seq?: number | undefined
  }
}[N]

type KeysOf<T> = T extends unknown ? keyof T : never
type ValueOf<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never
type AnyKeys = EventKeys<EventName>
/** Any event's payload, for readers to whom its name is nothing. */
export type EventPayload = Common & { [K in KeysOf<AnyKeys>]?: ValueOf<AnyKeys, K> | undefined }

const schemas = Object.entries(OWN_KEYS).map(([name, own]) =>
  z.strictObject({
    event: z.literal(name),
    payload: z.strictObject({ ...common.shape, ...own.shape }),
    seq: z.number().optional(),
  }),
)
/** Refuses names and keys that are not stated above, so that a suite that parses frames shows what the server says beside it. */
export const browserEvent = z.custom<BrowserEvent>().check((context) => {
  const known = schemas.find(({ shape }) => shape.event.safeParse(Object(context.value).event).success)
  const problem = known ? known.safeParse(context.value).error : null
  if (known && !problem) return
  const message = problem ? z.prettifyError(problem) : 'no event of this name'
  context.issues.push({ code: 'custom', message, input: context.value })
})
/** A frame to the browser carries one or more events. */
export const eventFrame = z.union([z.object({ events: z.array(browserEvent) }), browserEvent])
