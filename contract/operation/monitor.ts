// What dev sees in the monitor: an account's object, its runner, open channels. Every shape names each field that it
// shows, so that no secret, key, token, proxy credential or message text can be in it by accident.
import { z } from 'zod'
import { rupiah } from '../ground/amounts.ts'
import { WAIT_REASONS } from '../sending/waits.ts'
import { accountPurpose } from '../ground/account-purpose.ts'
import { accountState, runStatus } from '../sending/whatsapp.ts'

/** id: an account's clientid or id; without it the answer is a summary of the fleet. `type` is the screen's format. */
export const monitorQuery = z.object({ id: z.string().max(80).optional(), type: z.string().max(20).optional() })

/** ISO time. */
const time = z.string()
const seconds = z.number()

// ---------------------------------------------------------------- local: the account's object
const monitorAttempt = z.object({
  attemptId: z.string(),
  messageId: z.string(),
  number: z.string(),
  template_id: z.string().nullable(),
  /** The one-off blast that it belongs to. */
  jobId: z.string().nullable(),
  outcome: z.string(),
  error: z.number().nullable(),
  epoch: z.number(),
  date: time,
  resolvedAt: time.nullable(),
  deliveredAt: time.nullable(),
  readAt: time.nullable(),
  revokedAt: time.nullable(),
})
export const localAccount = z.object({
  scope: z.literal('account'),
  id: z.string(),
  clientid: z.string(),
  user_id: z.string(),
  purpose: accountPurpose,
  state: accountState,
  status: runStatus,
  /** The time by the object's clock. */
  now: time,
  /** The object's document; its proxy without credentials. */
  document: z.record(z.string(), z.unknown()),
  timers: z.array(z.object({ name: z.string(), due: time, inSeconds: seconds })),
  buffer: z.object({ count: z.number(), numbers: z.array(z.string()) }),
  /** Why the run waits. */
  wait: z.object({ reason: z.enum(WAIT_REASONS), until: time, inSeconds: seconds }).nullable(),
  /** The price, interval, window, caps and templates that the last claim brought. */
  rules: z
    .object({
      askedAt: time,
      price: rupiah,
      intervalMin: z.number(),
      intervalMax: z.number(),
      windowStart: z.string(),
      windowEnd: z.string(),
      dailyCap: z.number(),
      cooldownHours: z.number(),
      templates: z.array(z.object({ id: z.string(), count_use: z.number() })),
    })
    .nullable(),
  attempts: z.object({
    counts: z.record(z.string(), z.number()),
    /** Newest first. */
    last: z.array(monitorAttempt),
  }),
  outbox: z.object({
    waiting: z.number(),
    oldest: time.nullable(),
    /** Batches that settlement has not confirmed yet. */
    unconfirmed: z.number(),
    nextResend: time.nullable(),
  }),
  /** The number check that is running. */
  check: z.record(z.string(), z.unknown()).nullable(),
  /** The one-off blast that is running. */
  job: z.record(z.string(), z.unknown()).nullable(),
  /** How many rows the session vault has of each type; never what they hold. */
  vault: z.array(z.object({ generation: z.number(), type: z.string(), rows: z.number() })),
  optOutsUnderWay: z.number(),
  runnerSocket: z.boolean(),
})
const localFleet = z.object({
  scope: z.literal('fleet'),
  now: time,
  accounts: z.number(),
  /** Accounts by state, and by what they do. */
  states: z.record(z.string(), z.number()),
  sending: z.number(),
  numbersLeased: z.number(),
  checksRunning: z.number(),
  blasterRunning: z.number(),
  /** Accounts at work, with a link to each; at most 100. */
  working: z.array(z.object({ id: z.string(), clientid: z.string(), state: accountState, status: runStatus })),
})
export const localAnswer = z.looseObject({ data: z.union([localAccount, localFleet]) })
export type LocalAccount = z.infer<typeof localAccount>
export type LocalFleet = z.infer<typeof localFleet>

// ---------------------------------------------------------------- remote: the runner
/** What a runner says of one account it holds. */
export const runnerSession = z.object({
  accountId: z.string(),
  epoch: z.number(),
  connection: z.enum(['none', 'linking', 'connecting', 'open']),
  hasLease: z.boolean(),
  linkOpen: z.boolean(),
  /** Facts that the account's object has not acknowledged. */
  factsWaiting: z.number(),
  sendsUnderWay: z.number(),
  hasKeys: z.boolean(),
  /** Seconds for which this runner has held the account. */
  heldFor: seconds,
})
/** What a runner says of itself; memory in MB, times in seconds. */
export const runnerReport = z.object({
  version: z.string(),
  node: z.string(),
  baileys: z.string(),
  pid: z.number(),
  uptime: seconds,
  rssMb: z.number(),
  heapMb: z.number(),
  lagMs: z.number(),
  capacity: z.number(),
  draining: z.boolean(),
  accounts: z.number(),
  /** How many WhatsApp sockets are open, and how many exist. */
  socketsOpen: z.number(),
  sockets: z.number(),
})
export type RunnerReport = z.infer<typeof runnerReport>
export type RunnerSession = z.infer<typeof runnerSession>

export const REMOTE_ANSWERS = {
  answered: 'Mesin pengirim menjawab.',
  no_runner: 'Tidak ada mesin pengirim yang memegang akun ini.',
  not_connected: 'Mesin pengirim yang memegang akun ini tidak tersambung.',
  no_answer: 'Mesin pengirim tidak menjawab dalam batas waktu.',
} as const
export type RemoteAnswer = keyof typeof REMOTE_ANSWERS
const remoteAnswerName = z.enum(Object.keys(REMOTE_ANSWERS) as [RemoteAnswer, ...RemoteAnswer[]])

const remoteRunner = z.object({
  runnerId: z.string(),
  bootId: z.string(),
  /** What the fleet last heard from it by heartbeat. */
  accounts: z.number(),
  capacity: z.number(),
  draining: z.boolean(),
  seenAt: time,
  /** Milliseconds by which its clock is ahead, negative: behind; null: an older runner, which does not say its time. */
  skewMs: z.number().nullable(),
  answer: remoteAnswerName,
  /** Milliseconds that its report took. */
  tookMs: z.number().nullable(),
  report: runnerReport.nullable(),
})
const remoteAccount = z.object({
  scope: z.literal('account'),
  id: z.string(),
  clientid: z.string(),
  answer: remoteAnswerName,
  msg: z.string(),
  /** As the account's object knows it. */
  lease: z.object({
    epoch: z.number(),
    runnerId: z.string().nullable(),
    bootId: z.string().nullable(),
    connection: z.string(),
    /** The account socket: since when, last ping. */
    dialledAt: time.nullable(),
    renewedAt: time.nullable(),
    runsOutIn: seconds.nullable(),
  }),
  runner: remoteRunner.nullable(),
  /** null: the runner does not hold this account. */
  session: runnerSession.nullable(),
})
const remoteFleet = z.object({
  scope: z.literal('fleet'),
  answer: remoteAnswerName,
  msg: z.string(),
  runners: z.array(remoteRunner),
})
export const remoteAnswer = z.looseObject({ data: z.union([remoteAccount, remoteFleet]) })
export type RemoteRunner = z.infer<typeof remoteRunner>
export type RemoteAccount = z.infer<typeof remoteAccount>
export type RemoteFleet = z.infer<typeof remoteFleet>

// ---------------------------------------------------------------- socket: open channels
const openSocket = z.object({
  /** The name that the browser gave itself: client-{userId}, client-admin or a client id; for a runner its id. */
  device: z.string(),
  since: time,
  lastPing: time.nullable(),
})
const browserChannel = z.object({
  userId: z.string(),
  name: z.string(),
  role: z.string(),
  count: z.number(),
  sockets: z.array(openSocket),
})
const socketView = z.object({
  scope: z.enum(['account', 'fleet']),
  now: time,
  /** Channels of the account's owner; without an id those of the people who signed in last, at most 100, only those with sockets. */
  channels: z.array(browserChannel),
  /** The channel that admins and devs share. */
  admins: z.object({ count: z.number(), sockets: z.array(openSocket) }),
  /** Control sockets of the runners. */
  control: z.array(openSocket),
  /** The account's sockets to its runner; empty without an id. */
  account: z.array(openSocket.extend({ epoch: z.number(), current: z.boolean() })),
})
export const socketAnswer = z.looseObject({ data: socketView })
export type SocketView = z.infer<typeof socketView>
export type OpenSocket = z.infer<typeof openSocket>
