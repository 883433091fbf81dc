// The one document an account's object keeps about itself; attempts, keys and outbox have tables of their own.
import type { Deed } from '../../domain/audit/store.ts'
import type { BlastContext, BlastTemplate, ClaimedNumber } from '../../domain/blast/store.ts'
import type { JobState } from '../../domain/blaster/store.ts'
import type { CheckKind, CheckPhase } from '../../contract/number-checks.ts'
import type { Target } from '../../domain/number-checks/rules.ts'
import type { WaitReason } from '../../contract/events.ts'
import type { RestrictionCause } from '../../contract/runner.ts'
import type { AccountPurpose, AccountState } from '../../contract/whatsapp.ts'
import type { AdminInterest } from '../admin-rpc.ts'

export type { WaitReason }

export type TimerName =
  | 'pump'
  | 'ack'
  | 'unknown'
  | 'reconnect'
  | 'link'
  | 'place'
  | 'lease'
  | 'flush'
  | 'resend'
  | 'row'
  | 'opt-outs'
  | 'tidy'
  | 'restriction'
  | 'check'
  | 'check-keep'
  | 'job-keep'
  | 'admins'

export type Run = {
  /** The one-off blast that this run is; null: an ordinary one. */
  jobId: string | null
  startedAt: number
  stopRequested: boolean
  /** Claimable when it began; null until the first claim. */
  claimableAtStart: number | null
  /** Attempts of this run. */
  attempted: number
  /** Messages in a row that surely never left because their content could not be made. */
  takenBack: number
  /** Questions in a row that WhatsApp answered with an error, or not at all, before a message could leave. */
  refusals: number
  /** Nothing is asked of WhatsApp before this (epoch ms). */
  refusedUntil: number
  /** No claim before this. */
  claimNotBefore: number
  claimTries: number
  /** Claims in a row that failed for a reason that does not pass by itself. */
  claimFaults: number
  /** Why the run cannot go on, in the words of the screen; set, it ends with error_blast. */
  fault: string | null
  /** Epoch ms when another number can be claimed; set by an empty claim. */
  emptyUntil: number | null
  /** Nothing is claimable now or within 24 h. */
  exhausted: boolean
}

export const newRun = (now: number): Run => ({
  jobId: null,
  startedAt: now,
  stopRequested: false,
  claimableAtStart: null,
  attempted: 0,
  takenBack: 0,
  refusals: 0,
  refusedUntil: 0,
  claimNotBefore: 0,
  claimTries: 0,
  claimFaults: 0,
  fault: null,
  emptyUntil: null,
  exhausted: false,
})

/** A number check: under way in the document, at rest in a table of its own. */
export type Check = {
  jobId: string
  kind: CheckKind
  /** Whose job it is: its events go there. */
  userId: string
  /** A range, or the parts of a file in the bucket. */
  source: { type: 'range'; start: string; end: string } | { type: 'file' }
  total: number
  /** Numbers answered: the place of the next one. */
  cursor: number
  success: number
  fail: number
  currentNumber: string | null
  /** Asked and not answered; at: when it went out, null when it is to go out again. */
  query: { requestId: string; targets: Target[]; at: number | null } | null
  /** No query before this. */
  nextAt: number
  stopRequested: boolean
  /** Seconds. */
  interval: { min: number; max: number }
  /** Queries in a row that were answered with an error. */
  errors: number
  /** Why it cannot go on. */
  error: string | null
  /** Found numbers enter the list. */
  insert: boolean
  /** Results below this place are in the bucket. */
  flushedTo: number
  phase: CheckPhase
  /** Rests, and D1 and the bucket have all of it. */
  kept: boolean
  version: number
}

/** A one-off blast; in a table of its own from its start on, so that its counters move with its attempts. */
export type Job = JobState & {
  button: BlastTemplate['button']
  media: BlastTemplate['media']
  /** Who asked for it, until that is on record beside the row; jobs of older versions have none. */
  deed?: Deed | null
  /** Rests, and D1 has all of it. */
  kept: boolean
}

export type Link = {
  clientid: string
  mode: 'qr' | 'code'
  phone: string | null
  startedAt: number
  /** stored: trying the session we have; fresh: a new pairing is under way. */
  phase: 'stored' | 'fresh' | 'paired'
  /** A QR or code has been shown. */
  shown: boolean
  /** The account was linked before; its number must be the same. */
  relink: boolean
  commanded: boolean
}

export type Holder = {
  id: string
  bootId: string
  /** When it last renewed, as far as is on record; while its socket is open the socket knows better. */
  renewedAt: number
  /** Its socket was open when the object last looked. */
  connected: boolean
}

export type AccountDocument = {
  accountId: string
  clientid: string
  userId: string
  purpose: AccountPurpose
  phone: string | null
  pushname: string | null
  proxy: { id: string; value: string } | null
  linked: boolean
  createdAt: number
  /** Rows of this generation are the session; a link in progress writes to the next one. */
  vaultGeneration: number
  link: Link | null
  /** What the last disconnect or login said; suspension and restriction lie over it. */
  base: Exclude<AccountState, 'restricted' | 'suspended'>
  suspended: boolean
  suspendedCount: number
  suspendReason: 'deleted' | 'banned' | null
  /** Until when each of WhatsApp's limits stands; the later one counts. */
  restrictions: Partial<Record<RestrictionCause, number>>
  /** The later of them, epoch ms; null: none stands. */
  restrictedUntil: number | null
  /** Name → when it is due, epoch ms. */
  timers: Partial<Record<TimerName, number>>
  run: Run | null
  /** A check and a blast exclude each other: one sender, one queue of work. */
  check: Check | null
  /** No message leaves before this (epoch ms); of the account, so that stopping and starting does not shorten it. */
  nextSendAt: number
  /** How often each template was used since the last claim told its count. */
  templateUses: Record<string, number>
  /** The interval drawn for the message in flight: it counts from that message's end, however it ends. */
  gapMs: number
  success: number
  fail: number
  unknown: number
  attempts: number
  incomeSen: number
  /** How often the counters were reset: an attempt counted before the last reset is in none of them. */
  resets: number
  epoch: number
  /** The runner that this epoch belongs to, once it dialled. */
  runner: Holder | null
  /** The runner was told to log in and has not said that it is out again. */
  holdsSession: boolean
  /** A runner that was fenced may still have the session open until then (epoch ms): nobody else opens it before. */
  mayBeOpenUntil: number
  /** none: no socket to WhatsApp that we know of. */
  connection: 'none' | 'connecting' | 'open'
  /** Epoch whose runner holds the session's keys in memory. */
  keysAtEpoch: number
  /** Number of the last claim, written before it is made: D1's rows carry it. */
  claim: number
  /** D1 may hold numbers for this account that it does not need: they are given back. */
  leasesInDoubt: boolean
  /** The last epoch ended without the runner's word: some keys may be lost. */
  unclean: boolean
  reconnectTries: number
  /** Every failed try since the last login, those that never reached WhatsApp too: the back-off grows with it. */
  failures: number
  /** Facts of this epoch up to this seq are handled: a repeat after a lost acknowledgement changes nothing. */
  handled: { epoch: number; seq: number }
  /** Keyed hashes of owners who were just erased: key rows that were on their way before are not stored. Until when, epoch ms. */
  erasedOwners: Record<string, number>
  lastCode: number | null
  serverErrors: number
  sequence: number
  version: number
  /** Jakarta day and attempts of it, for the daily cap. */
  day: string
  sentToday: number
  /** Jakarta day and look-ups of it that checks made, for their own cap. */
  lookupsDay: string
  lookupsToday: number
  /** D1's row does not show the newest state yet. */
  rowDirty: boolean
  rowTries: number
  /** What admins want to hear of it, until when; null: not asked yet. Here, so that a slept object need not ask again. */
  adminInterest: AdminInterest | null
  removed: boolean
  /** Epoch ms; null while it is not removed. */
  removedAt: number | null
}

export const newDocument = (identity: {
  accountId: string
  clientid: string
  userId: string
  purpose: AccountPurpose
  now: number
}): AccountDocument => ({
  accountId: identity.accountId,
  clientid: identity.clientid,
  userId: identity.userId,
  purpose: identity.purpose,
  phone: null,
  pushname: null,
  proxy: null,
  linked: false,
  createdAt: identity.now,
  vaultGeneration: 0,
  link: null,
  base: 'unknown',
  suspended: false,
  suspendedCount: 0,
  suspendReason: null,
  restrictions: {},
  restrictedUntil: null,
  timers: {},
  run: null,
  check: null,
  nextSendAt: 0,
  templateUses: {},
  gapMs: 0,
  success: 0,
  fail: 0,
  unknown: 0,
  attempts: 0,
  incomeSen: 0,
  resets: 0,
  epoch: 1,
  runner: null,
  holdsSession: false,
  mayBeOpenUntil: 0,
  connection: 'none',
  keysAtEpoch: 0,
  claim: 0,
  leasesInDoubt: false,
  unclean: false,
  reconnectTries: 0,
  failures: 0,
  handled: { epoch: 0, seq: 0 },
  erasedOwners: {},
  lastCode: null,
  serverErrors: 0,
  sequence: 0,
  version: 0,
  day: '',
  sentToday: 0,
  lookupsDay: '',
  lookupsToday: 0,
  rowDirty: false,
  rowTries: 0,
  adminInterest: null,
  removed: false,
  removedAt: null,
})

export type { BlastContext, ClaimedNumber }
