// WhatsApp accounts on the wire (rules account-states, account-identity). Session data never crosses this boundary outwards.
import { z } from 'zod'
import { accountPurpose } from '../ground/account-purpose.ts'
import { flooredNumber, rupiah } from '../ground/amounts.ts'
import { held } from '../people/pauses.ts'
import { writtenReason } from '../people/reasons.ts'
import { lastRun } from './last-run.ts'
import { phoneNumber } from '../ground/phone.ts'
import { RANGES } from '../ground/ranges.ts'
import { readVersion } from '../ground/versions.ts'
import { WAIT_REASONS } from './waits.ts'

export const ACCOUNT_STATES = [
  'connected',
  'reconnecting',
  'disconnected',
  'loggedOut',
  'conflict',
  'restricted',
  'suspended',
  'unknown',
] as const
export const accountState = z.enum(ACCOUNT_STATES)
export type AccountState = z.infer<typeof accountState>
export const runStatus = z.enum(['sending', 'idle'])
export type RunStatus = z.infer<typeof runStatus>
/** The list's filter: states, and `sending`, which is a status. */
export const LIST_FILTERS = [
  'all',
  'connected',
  'loggedOut',
  'conflict',
  'disconnected',
  'unknown',
  'sending',
  'suspended',
  'restricted',
] as const
export const listFilter = z.enum(LIST_FILTERS)
export type ListFilter = (typeof LIST_FILTERS)[number]
/** The filter in a page's address; `all` for any other text. */
export const listFilterOf = (text: string): ListFilter => LIST_FILTERS.find((filter) => filter === text) ?? 'all'
/** A blast cannot start from these states: the page says Forbidden and goes to /whatsapp/create?r={id}. */
export const MUST_RECONNECT: readonly AccountState[] = ['disconnected', 'unknown', 'loggedOut', 'conflict']

export const account = z.object({
  id: z.string(),
  clientid: z.string(),
  phonenumber: z.string().nullable(),
  pushname: z.string().nullable(),
  /** What its owner calls it; null: as WhatsApp does (contract/sending/account-name.ts). */
  nickname: z.string().nullable(),
  server: z.string(),
  proxyId: z.string().nullable(),
  user_id: z.string(),
  /** First and last name of the owner, in an admin's or dev's list of everybody's accounts; absent elsewhere. */
  owner_name: z.string().nullish(),
  purpose: accountPurpose,
  state: accountState,
  status: runStatus,
  currentState: z.string(),
  blasting: z.boolean(),
  progressing: z.boolean(),
  /** true: it sends an admin's one-off blast, which earns nothing. */
  blaster: z.boolean(),
  waiting: z.boolean(),
  /** Whole seconds that are left of the wait. */
  waitTime: z.number(),
  /** null: it does not wait, or its object did not answer. */
  waitReason: z.enum(WAIT_REASONS).nullable(),
  count_success: z.number(),
  count_fail: z.number(),
  /** Rupiah. */
  income: rupiah,
  progress: z.number(),
  /** Name of the campaign that its present message or last claim is of, as its object says; null or absent: of none (rule campaign-of-account). */
  campaign: z.string().nullish(),
  /** Messages of the present Jakarta day, whatever became of them. */
  sent_today: z.number(),
  /** How many it may send a day; absent where it was not asked for. */
  daily_cap: z.number().optional(),
  /** null: no blast of this account has ended yet. */
  last_run: lastRun.nullable(),
  /** Why it sends nothing although it may be connected; null: nobody paused it. */
  held: held.nullable(),
  attempting: z.boolean(),
  attempingCode: z.number().nullable(),
  suspended: z.boolean(),
  suspended_count: z.number(),
  /** ISO time or null. */
  restricted_until: z.string().nullable(),
  /** Grows with every change; a client takes only newer ones (rule newer-only). */
  version: z.number(),
  createdAt: z.string(),
})
export type Account = z.infer<typeof account>

/** A message that was put on record, before it leaves; the answer never holds its text. */
export const createdMessage = z.object({
  id: z.string(),
  attemptId: z.string(),
  number: z.string(),
  template_id: z.string().nullable(),
  /** The one-off blast that sends it; null: a blast. */
  jobId: z.string().nullable(),
  date: z.string(),
})
export type CreatedMessage = z.infer<typeof createdMessage>
/** Milliseconds after which listen-message-created answers at the latest. */
export const LISTEN_MS = 25_000

/** Version of the text that a member agrees to when linking for the first time (rule informed-consent). */
export const LINK_CONSENT_VERSION = '2026-11-2'
const clientid = z
  .string()
  .trim()
  .regex(/^[\w.-]{6,80}$/, 'WhatsApp ID tidak valid.')

export const newClientBody = z.object({
  deviceId: clientid,
  previousDeviceId: z.string().max(80).nullish(),
  userId: z.string().max(64).nullish(),
  /** Sent in code mode only; empty means QR. */
  phoneNumber: z
    .union([z.literal('').transform(() => null), phoneNumber])
    .nullish()
    .transform((v) => v ?? null),
  purpose: accountPurpose.default('blast'),
  consentVersion: z.string().max(40).nullish(),
})
export const removeClientBody = z.object({ deviceId: clientid })
export const saveBody = z.object({
  clientid,
  phonenumber: z.string().max(40).nullish(),
  pushname: z.string().max(120).nullish(),
  server: z.string().max(60).nullish(),
  serialized: z.unknown().optional(),
  proxyId: z.string().nullish(),
  user_id: z.string().nullish(),
  reconnect: z.unknown().optional(),
})
/** `whatsappClientId` and `socketClientId` name the same account: its clientid or its id. */
export const blastBody = z.object({
  whatsappClientId: z.string().min(1).max(80),
  socketClientId: z.string().max(80).nullish(),
  loop: z.unknown().optional(),
  /** For an admin who stops somebody else's blast: why, as its owner reads it. */
  reason: writtenReason.nullish(),
})
export const idBody = z.object({ id: z.string().min(1).max(80) })
export const statusBody = z.object({ id: z.string().min(1).max(80), status: runStatus })
export const intervalBody = z.object({
  id: z.string().min(1).max(80),
  blast_interval_min: flooredNumber(RANGES.anyIntervalS),
  blast_interval_max: flooredNumber(RANGES.anyIntervalS),
  /** Of the person whose account it is. */
  ...readVersion.shape,
})

/** Seconds. */
export const CREATING_TTL_S = 15
/** ABCD-EFGH: four characters, a dash, then the others. */
export const showCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`
