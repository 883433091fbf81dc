// Which state an account shows, and what may start on it. Pure.
import type { Held } from '../../../contract/people/pauses.ts'
import { senToRupiah } from '../../../contract/ground/money.ts'
import type { AccountSnapshot } from '../../account-snapshot.ts'
import type { RefusalCode } from '../../../contract/ground/errors.ts'
import { type AccountState, MUST_RECONNECT } from '../../../contract/sending/whatsapp.ts'
import { countsOfDay } from '../../../domain/sending/blast/rules.ts'
import type { AccountDocument } from './document.ts'
import { reportOf } from './run-tally-rules.ts'
import type { Wait } from './work.ts'

/** A suspension is shown whatever the connection is; a restriction only while the account is connected. */
export const shownState = (doc: AccountDocument, now: number): AccountState => {
  if (doc.suspended) return 'suspended'
  if (doc.base === 'connected' && doc.restrictedUntil !== null && doc.restrictedUntil > now) return 'restricted'
  return doc.base
}

/** What keeps this account from sending, as screens show it. What is not of this account shows only on one that would send. */
export const heldOf = ({
  held,
  person,
  place,
  run,
}: Pick<AccountDocument, 'held' | 'person' | 'place' | 'run'>): Held | null =>
  held ?? (run ? (person.paused ?? place.paused) : null)

/** A blast and a check exclude each other: both draw on the account's one interval. */
export const isBusy = (doc: AccountDocument): boolean => doc.run !== null || doc.check !== null

/** The campaign that it sends at this minute, by its name (rule campaign-of-account); null: of none, or it waits for more than its next message. */
export const campaignNow = (
  doc: Pick<AccountDocument, 'held' | 'person' | 'place' | 'run' | 'wait'>,
  now: number,
): string | null => {
  const { run, wait } = doc
  const waits = wait !== null && wait.until > now && wait.reason !== 'interval'
  return run === null || waits || heldOf(doc) ? null : (run.campaign?.name ?? null)
}

/** What lists and count_synced show of a running account. */
export const snapshotOf = (doc: AccountDocument, wait: Wait | null, progress: number, now: number): AccountSnapshot => {
  const state = shownState(doc, now)
  const waitTime = wait && doc.run ? Math.max(0, Math.ceil((wait.until - now) / 1000)) : 0
  return {
    id: doc.accountId,
    clientid: doc.clientid,
    state,
    status: isBusy(doc) ? 'sending' : 'idle',
    currentState: state,
    blasting: doc.run !== null,
    progressing: doc.run !== null && !doc.run.stopRequested,
    blaster: Boolean(doc.run?.jobId),
    waiting: waitTime > 0,
    waitTime,
    waitReason: wait && waitTime > 0 ? wait.reason : null,
    count_success: doc.success,
    count_fail: doc.fail,
    income: senToRupiah(doc.incomeSen),
    progress,
    campaign: campaignNow(doc, now),
    last_run: reportOf(doc.lastRun),
    attempting: doc.base === 'reconnecting' && doc.reconnectTries > 0,
    attempingCode: doc.base === 'reconnecting' ? doc.lastCode : null,
    held: heldOf(doc),
    suspended: doc.suspended,
    suspended_count: doc.suspendedCount,
    restricted_until:
      doc.restrictedUntil !== null && doc.restrictedUntil > now ? new Date(doc.restrictedUntil).toISOString() : null,
    version: doc.version,
    nickname: doc.nickname,
    sent_today: countsOfDay({ day: doc.day, today: doc.sentToday, yesterday: 0 }, now).today,
  }
}

/** null: a blast may start; else why not. */
export const mayStartBlast = (doc: AccountDocument): RefusalCode | null => {
  if (!doc.linked || doc.removed) return 'not_connected'
  if (doc.purpose !== 'blast') return 'account_not_for_blast'
  if (doc.check || doc.run?.jobId) return 'account_busy'
  if (doc.suspended) return 'account_suspended'
  if (MUST_RECONNECT.includes(doc.base)) return 'not_connected'
  return null
}

type Suspension = Pick<AccountDocument, 'suspended' | 'suspendReason' | 'suspendedCount'>
/** Each credited message that the member deleted is a strike, and so is a ban; every strike suspends (rule suspension). */
export const afterStrikes = (
  doc: Pick<Suspension, 'suspendedCount'>,
  reason: 'deleted' | 'banned',
  strikes: number,
): Suspension => ({ suspended: true, suspendReason: reason, suspendedCount: doc.suspendedCount + strikes })

/** An account with this many strikes stays suspended (rule suspension). */
const STRIKES_MAX = 3
/** null: an admin may lift the suspension. */
export const mayActivate = (doc: Pick<AccountDocument, 'suspendedCount'>): RefusalCode | null =>
  doc.suspendedCount >= STRIKES_MAX ? 'suspended_too_often' : null

/** null: a one-off blast may start: only from a connected account that does nothing else. */
export const mayStartOneOff = (doc: AccountDocument, now: number): RefusalCode | null => {
  if (!doc.linked || doc.removed) return 'not_connected'
  if (doc.purpose !== 'blast') return 'account_not_for_blast'
  if (isBusy(doc) || doc.link) return 'account_busy'
  return shownState(doc, now) === 'connected' ? null : 'not_connected'
}

/** null: this check may start or continue. */
export const mayStartCheck = (doc: AccountDocument, checkId: string): RefusalCode | null => {
  if (!doc.linked || doc.removed) return 'not_connected'
  if (doc.run || doc.link || (doc.check && doc.check.jobId !== checkId)) return 'account_busy'
  if (doc.suspended) return 'account_suspended'
  if (doc.base !== 'connected') return 'not_connected'
  return null
}
