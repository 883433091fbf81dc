// What an account may be at work on (rule one-work): a blast's run, a number check, a one-off blast.
import type { Sen } from '../../../contract/ground/money.ts'
import type { SettledResult, SettlementBatch } from '../../../contract/money/settlement.ts'
import type { AuditEntry } from '../../../domain/record/audit/store.ts'
import type { BlastTemplate } from '../../../domain/sending/blast/store.ts'
import type { OneOffState } from '../../../domain/sending/one-off/store.ts'
import type { Target } from '../../../domain/sending/number-checks/rules.ts'
import type { CheckKind, CheckPhase } from '../../../contract/sending/number-checks.ts'
import type { FailReason, LastRun } from '../../../contract/sending/last-run.ts'
import type { WaitReason } from '../../../contract/sending/waits.ts'

/** Why work stands still, and until when (epoch ms). */
export type Wait = { reason: WaitReason; until: number }

/** What a blast came to so far; messages without an outcome are in none of it. */
export type RunTally = {
  success: number
  fail: number
  failures: Partial<Record<FailReason, number>>
  earnedSen: Sen
}
/** A blast that is over; times in epoch ms. */
export type EndedRun = Pick<LastRun, 'end' | 'error'> & {
  startedAt: number
  endedAt: number
  attempted: number
  tally: RunTally
  /** When the first number may get a message again; null: it is not known, or does not matter. */
  freeAt: number | null
}

/** What any room may mark, by document/marks.ts; the rest of a run belongs to the rooms, as the document's parts do. */
export type DocumentRunPart = {
  /** Id of the one-off blast that this run is, stored under this name; null: an ordinary blast. */
  jobId: string | null
  startedAt: number
  stopRequested: boolean
  /** Why an admin stopped it, as its owner reads it; null: the owner did, or nobody. */
  stopWhy: string | null
  /** Why the run cannot continue, as the screen shows it. Once it is set, the run ends with error_blast. */
  fault: string | null
}
export type ClaimRunPart = {
  /** Numbers that were claimable at the start; null until the first claim. */
  claimableAtStart: number | null
  /** No claim before this. */
  claimNotBefore: number
  claimTries: number
  /** Claims in a row that failed for a reason other than overload. */
  claimFaults: number
  /** Epoch ms when another number can be claimed; set by an empty claim. */
  emptyUntil: number | null
  /** Nothing is claimable now or within 24 h. */
  exhausted: boolean
  /** The campaign that its present message is of, or else its last claim; absent: of none, or it stopped since. */
  campaign?: { id: number; name: string } | undefined
}
type SendRunPart = {
  /** Since when nothing that it sent was answered and nothing that is shown explains it, epoch ms; absent: something does. */
  quietSince?: number | undefined
}
type OutcomeRunPart = {
  /** Attempts of this run. */
  attempted: number
  /** null: it began before runs were tallied, and ends without a report. */
  tally: RunTally | null
  /** Messages in a row that never left because their content could not be made. */
  takenBack: number
  /** Look-ups in a row, each before a message, that WhatsApp answered with an error or not at all. */
  refusals: number
  /** No look-up before this (epoch ms). */
  refusedUntil: number
  /** Messages in a row that could not leave within their time, and no message before (epoch ms). Absent in runs that an older version began. */
  lates?: number
  lateUntil?: number
}
type RunRunPart = {
  /** End (epoch ms) of the wait before which claimed numbers went back; null: none did. Absent in runs that an older version began. */
  gaveBackUntil?: number | null
}
export type Run = DocumentRunPart & ClaimRunPart & SendRunPart & OutcomeRunPart & RunRunPart

export const newRun = (now: number): Run => ({
  jobId: null,
  startedAt: now,
  stopRequested: false,
  stopWhy: null,
  claimableAtStart: null,
  attempted: 0,
  tally: { success: 0, fail: 0, failures: {}, earnedSen: 0 },
  takenBack: 0,
  refusals: 0,
  refusedUntil: 0,
  lates: 0,
  lateUntil: 0,
  claimNotBefore: 0,
  claimTries: 0,
  claimFaults: 0,
  fault: null,
  emptyUntil: null,
  exhausted: false,
  gaveBackUntil: null,
})

type CheckMark = { stopRequested: boolean }
/** A number check: under way in the document, at rest in a table of its own. */
export type Check = CheckMark & {
  /** The check's id; stored under this name. */
  jobId: string
  kind: CheckKind
  /** Who made it: its events go to that person's channel. */
  userId: string
  /** A range, or the parts of a file in the bucket. */
  source: { type: 'range'; start: string; end: string } | { type: 'file' }
  total: number
  /** Numbers answered: the place of the next one. */
  cursor: number
  success: number
  fail: number
  currentNumber: string | null
  /** The query in flight. at: when it was sent (epoch ms); null: it must be sent again. */
  query: { requestId: string; targets: Target[]; at: number | null } | null
  /** No query before this. */
  nextAt: number
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
  /** It is not running, and D1 and the bucket have all of it. */
  kept: boolean
  version: number
}

/** A one-off blast; in a table of its own from its start on, so that its counters move with its attempts. */
export type OneOff = OneOffState & {
  button: BlastTemplate['button']
  media: BlastTemplate['media']
  /** Audit entry of its start, until it is written with the row; stored under this name, absent in those of older versions. */
  deed?: AuditEntry | null
  /** It is not running, and its row in D1 is up to date. */
  kept: boolean
}

/** More that became of messages of one campaign, hour and template. */
export type Reached = NonNullable<SettlementBatch['reached']>[number]
/** What is new of each person's message, by campaign. */
export type CameOfPeople = NonNullable<SettlementBatch['came']>

type Reversal = SettlementBatch['reversals'][number]
/** A result or reversal that is in no batch yet. */
export type OutboxItem =
  /** toldBefore: the batch that told the outcome before; absent in items of older objects. */
  | { kind: 'result'; result: SettledResult; toldBefore?: number | null }
  | { kind: 'reversal'; reversal: Omit<Reversal, 'creditedSequence'> }
  | { kind: 'contact'; contact: NonNullable<SettlementBatch['contacts']>[number] }
  | { kind: 'delivery'; delivery: NonNullable<SettlementBatch['deliveries']>[number] }
