// What the server pushes to a browser over /api/ws (rule newer-only). Counters are absolute.
import { z } from 'zod'
import { accountState, runStatus } from './whatsapp.ts'

const EVENT_NAMES = [
  'qr',
  'code',
  'authenticated',
  'connection.update',
  'link_failed',
  'proxy_unavailable',
  'proxy_error',
  'start',
  'sending',
  'generating',
  'validating',
  'count_success',
  'count_fail',
  'count_synced',
  'finished',
  'error_blast',
  'error_generate',
  'error_validate',
  'stop',
  'idle',
  'suspended',
  'reconnecting',
  'attempting',
  'progressing',
  'waiting',
  'update_target',
  'reset',
  'in_use',
  'balance',
  'withdraw',
  'removed',
  /** Only to admins whose screen names its rows: how often each event came in a second, over all accounts. */
  'totals',
  'pong',
] as const
const eventName = z.enum(EVENT_NAMES)
export type EventName = z.infer<typeof eventName>

export const WAIT_REASONS = [
  'interval',
  'window',
  'daily_cap',
  'cooldown',
  'restricted',
  /** WhatsApp refuses what is asked of it before a message or in a look-up. */
  'refused',
  'overload',
  'connection',
] as const
export type WaitReason = (typeof WAIT_REASONS)[number]

const eventCounts = z.partialRecord(eventName, z.number())
export type EventCounts = z.infer<typeof eventCounts>

/** One payload shape for all account events; each event fills the keys it is about. */
const eventPayload = z.object({
  /** On the admins' channel: the account that this is about, however the event names its device. */
  sender: z
    .object({ id: z.string(), user_id: z.string(), clientid: z.string(), state: accountState, status: runStatus })
    .optional(),
  /** The account's clientid (deviceId and clientId are the same). */
  deviceId: z.string(),
  clientId: z.string().optional(),
  whatsappId: z.string().optional(),
  userId: z.string().optional(),
  /** The account's version after this change. */
  version: z.number().optional(),
  /** ISO time. */
  date: z.string().optional(),
  state: accountState.optional(),
  status: runStatus.optional(),
  count_success: z.number().optional(),
  count_fail: z.number().optional(),
  /** Rupiah. */
  income: z.number().optional(),
  /** With `start` and `count_synced`: it sends an admin's one-off blast. */
  blaster: z.boolean().optional(),
  /** Seconds. */
  waitTime: z.number().optional(),
  waitReason: z.enum(WAIT_REASONS).optional(),
  /** Percent, two decimals. */
  progress: z.number().optional(),
  value: z.number().optional(),
  /** Number now being sent to, or the phone number list row that changed. */
  number: z.string().nullable().optional(),
  last_sent: z.string().optional(),
  in_use: z.number().optional(),
  qr: z.string().optional(),
  code: z.union([z.string(), z.number()]).optional(),
  /** Seconds the shown QR or code lives. */
  ttl: z.number().optional(),
  reason: z.string().optional(),
  msg: z.string().optional(),
  sendError: z.string().optional(),
  suspended: z.boolean().optional(),
  suspended_count: z.number().optional(),
  restricted_until: z.string().nullable().optional(),
  reconnectTime: z.number().optional(),
  phonenumber: z.string().nullable().optional(),
  pushname: z.string().nullable().optional(),
  /** Rupiah; only on `balance`. */
  balance: z.number().optional(),
  /** Of a number check's or a blaster's events: which job this is about; counters are then the job's. */
  jobId: z.string().optional(),
  /** Of a blaster's events. */
  count_unknown: z.number().optional(),
  count_skipped: z.number().optional(),
  /** The number a check asks about now. */
  current_number: z.string().nullable().optional(),
  todayIncome: z.number().optional(),
  /** Of `totals`: events of accounts, and of number checks and one-off blasts. */
  moved: eventCounts.optional(),
  moved_jobs: eventCounts.optional(),
})
export type EventPayload = z.infer<typeof eventPayload>
export const browserEvent = z.object({
  event: eventName,
  payload: eventPayload,
  /** Position in this person's channel; a gap means: fetch a snapshot. */
  seq: z.number().optional(),
})
export type BrowserEvent = z.infer<typeof browserEvent>
/** A frame to the browser carries one or more events. */
export const eventFrame = z.union([browserEvent, z.object({ events: z.array(browserEvent) })])
