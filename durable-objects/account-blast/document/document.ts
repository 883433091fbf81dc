// The one document an account's object keeps about itself; attempts, keys and batches have tables of their own.
import type { Sen } from '../../../contract/ground/money.ts'
import type { NewNotice } from '../../../domain/people/notices/store.ts'
import type { ClaimedNumber } from '../../../domain/sending/blast/store.ts'
import type { Held, PersonStop, PlacePause } from '../../../contract/people/pauses.ts'
import type { WaitReason } from '../../../contract/sending/waits.ts'
import type { RestrictionCause } from '../../../contract/operation/runner.ts'
import type { AccountPurpose } from '../../../contract/ground/account-purpose.ts'
import type { RateFound } from '../../../domain/sending/rates/rules.ts'
import type { AccountState } from '../../../contract/sending/whatsapp.ts'
import type { CameOfPeople, Check, EndedRun, OutboxItem, Reached, Run, Wait } from './work.ts'
import type { Handled } from './handled-rules.ts'
import type { AdminInterest } from '../../admin-rpc.ts'

export { type Check, type OneOff, newRun, type Run } from './work.ts'
export type { WaitReason }

/** The account's timers; timers.ts has what each does. Stored in documents, so a name never changes, even where a better one exists. */
export type TimerName =
  | 'pump'
  | 'ack'
  | 'unknown'
  | 'reconnect'
  | 'link'
  | 'place'
  | 'lease'
  | 'hand-over'
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
  /** As the fleet counts it; absent: the Worker that began it is of a release before. */
  attempt?: string
}

export type Holder = {
  id: string
  bootId: string
  /** When it last renewed, as recorded; while its socket is open the socket's own time is newer. */
  renewedAt: number
  /** Its socket was open when the object last looked. */
  connected: boolean
}

// Each part belongs to the room whose name it has: only that room assigns to its fields, and the others ask it to (tests/house/account-parts.test.ts).
/** Who it is; never assigned again. */
type DocumentPart = {
  accountId: string
  clientid: string
  userId: string
  purpose: AccountPurpose
  createdAt: number
}
export type CorePart = {
  /** Name → when it is due, epoch ms. */
  timers: Partial<Record<TimerName, number>>
  /** Timers that stand for their own work, which is under way: the same due times. Setting such a timer again takes it out. */
  guards: Partial<Record<TimerName, number>>
  /** An admin paused this account; null: nobody did. */
  held: Held | null
  /** The place's switch as this object last heard of it. */
  place: PlacePause
  /** Whether its owner was stopped, as this object last heard of it. */
  person: PersonStop
  /** Keyed hashes of people who were just erased → epoch ms until which key rows of theirs that still arrive are dropped. */
  erasedOwners: Record<string, number>
  version: number
  /** The row in D1 is older than this document. */
  rowDirty: boolean
  /** What admins want to hear of it, and until when; null: not asked yet. Stored, so that an evicted object need not ask. */
  adminInterest: AdminInterest | null
  /** What people are to be told of this account, until D1 has it. */
  notices: NewNotice[]
  /** The state that it shows and what its blast waits for, each since when (epoch ms); absent: a release before noted neither. */
  shown?: { state: AccountState; since: number; waits?: { reason: WaitReason; since: number } }
}
export type SettlePart = {
  /** Results that are in no batch yet, oldest first; at: epoch ms. */
  outbox: { at: number; item: OutboxItem }[]
  /** What campaigns are to be told of their messages, counted since then (epoch ms); absent: nothing. */
  reached?: { since: number; counts: Reached[] }
  /** Whose messages these are; of its own, because a release before would forget it with the counts. */
  came?: { since: number; people: CameOfPeople }
  sequence: number
  /** The time in D1 by which this account writes its row again (epoch ms); null: none, or there is no row. */
  dueAt: number | null
  rowTries: number
}
export type ClaimPart = {
  /** Claimed and not attempted yet, in the order in which they are sent to. */
  buffer: ClaimedNumber[]
  /** Number of the last claim, written before it is made: D1's rows carry it. */
  claim: number
  /** D1 may hold claims that this account does not need; they are released. Stored documents have this older name. */
  leasesInDoubt: boolean
  /** Times in a row that giving numbers back failed. */
  giveBackTries: number
  /** How often each template was used since the last claim, beside what the claim said. */
  templateUses: Record<string, number>
}
export type SendPart = {
  /** Why the run waits. Stored, so that an object that was evicted does not publish the same wait again. */
  wait: Wait | null
  /** No message leaves before this (epoch ms). Kept for the account, so that stopping and starting does not shorten it. */
  nextSendAt: number
  /** The interval drawn for the message in flight: it counts from that message's end, however it ends. */
  gapMs: number
  /** Jakarta day and its attempts, for the daily cap. */
  day: string
  sentToday: number
  /** The last rest that its own rates began (rule rates), and by which figures; until: epoch ms. Absent: there was none. */
  rest?: RateFound & { until: number }
  /** When it last looked at its rates, epoch ms; absent or 0: the next step does. */
  ratesLookedAt?: number
  /** Attempts of the day before: accounts that reached the cap start the new day spread out, not in the same second. */
  sentYesterday: number
}
export type SessionPart = {
  phone: string | null
  pushname: string | null
  proxy: { id: string; value: string } | null
  linked: boolean
  /** Rows of this generation are the session; a link in progress writes to the next one. */
  vaultGeneration: number
  link: Link | null
  /** State after the last login or disconnect; a suspension or restriction is shown in its place. */
  base: Exclude<AccountState, 'restricted' | 'suspended'>
  suspended: boolean
  suspendedCount: number
  suspendReason: 'deleted' | 'banned' | null
  /** Until when each of WhatsApp's limits stands; the later one counts. */
  restrictions: Partial<Record<RestrictionCause, number>>
  /** The later of them, epoch ms; null: none stands. */
  restrictedUntil: number | null
  epoch: number
  /** The runner that this epoch belongs to, once it dialled. */
  runner: Holder | null
  /** The holder is shutting down: a runner is reserved for the next epoch and dials at that time (epoch ms). */
  handOver: { epoch: number; openAt: number } | null
  /** The runner was told to log in and has not reported since that it closed the session. */
  holdsSession: boolean
  /** A fenced runner may have the session open until then (epoch ms): no other runner may log in before. */
  mayBeOpenUntil: number
  /** none: no socket to WhatsApp that we know of. */
  connection: 'none' | 'connecting' | 'open'
  /** Epoch whose runner holds the session's keys in memory. */
  keysAtEpoch: number
  /** When it began to ask for the runner that has not dialled yet, epoch ms; absent: it does not ask for one. */
  placeAskedAt?: number
  /** The boot of a runner that could not read its session; absent: it was read since. */
  unreadableOn?: string
  /** Times in a row that no runner was free. */
  placeTries: number
  /** The last epoch ended without the runner's report: some changed keys may be lost. */
  unclean: boolean
  /** Since when WhatsApp's socket is open, epoch ms; null: it is not. */
  openSince: number | null
  reconnectTries: number
  /** Failed tries since the last connection that stood, also those that did not reach WhatsApp: the back-off grows with them. */
  failures: number
  lastCode: number | null
  /** The version of WhatsApp's client that the setting named when it was last asked for, at epoch ms; absent: it never was. */
  askedVersion?: { version: string | null; at: number }
  serverErrors: number
}
export type OutcomePart = {
  success: number
  fail: number
  unknown: number
  attempts: number
  incomeSen: Sen
  /** How often the counters were reset: an attempt counted before the last reset is in none of them. */
  resets: number
}
export type RunPart = {
  run: Run | null
  /** The last blast that ended, for its report; one-off blasts have their own list. */
  lastRun: EndedRun | null
}
export type NumberCheckPart = {
  /** A check and a blast exclude each other: one sender, one queue of work. */
  check: Check | null
  checkWait: Wait | null
  /** The settings a check goes by, and when they were read (epoch ms); null: they must be read. */
  checkRules: { cap: number; floor: number; at: number } | null
  /** Neither settings nor source of a check are read before this (epoch ms), after so many failures in a row. */
  checkNotBefore: number
  checkReadTries: number
  /** Jakarta day and the look-ups that checks made on it, for their own cap. */
  lookupsDay: string
  lookupsToday: number
  lookupsYesterday: number
}
export type PrivacyPart = {
  /** Deliveries of all Jakarta days before this time (epoch ms) were told; absent: of none. */
  deliveriesTold?: number
}
export type BackupPart = {
  /** It was restored, and has yet to forget everybody who was erased since then (epoch ms); absent: it has done so. */
  erasesSince?: number
}
export type TurnPart = {
  /** What its owner calls it; null: as WhatsApp does. */
  nickname: string | null
  /** A repeat of a handled fact after a lost acknowledgement changes nothing. */
  handled: Handled
  removed: boolean
  /** Epoch ms; null while it is not removed. */
  removedAt: number | null
}
/** Stored flat, so that a field that changes its room needs no migration. */
export type AccountDocument = DocumentPart &
  CorePart &
  SettlePart &
  ClaimPart &
  SendPart &
  SessionPart &
  OutcomePart &
  RunPart &
  NumberCheckPart &
  PrivacyPart &
  BackupPart &
  TurnPart
