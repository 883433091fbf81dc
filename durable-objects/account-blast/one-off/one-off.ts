// A one-off blast (rule one-off): a run with its own message and counters, perhaps named receivers, and no income. Its row
// in this object changes in the same turn as the attempt that it counts.
import type { EventDetails, EventName } from '../../../contract/operation/events.ts'
import { REFUSED_SHOWN, type SkipReason } from '../../../contract/sending/one-off.ts'
import type { BlastTemplate, ClaimedNumber } from '../../../domain/sending/blast/store.ts'
import { oneOffProgress, type LiveOneOff, skipCount } from '../../../domain/sending/one-off/present.ts'
import { saveOneOff } from '../../../domain/sending/one-off/store.ts'
import type { FailReason } from '../../../contract/sending/last-run.ts'
import { testTexts } from '../../../contract/sending/account-texts.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { PERSIST_DELAY_MS } from '../../timing.ts'
import { isErased } from '../core/erased.ts'
import { type Attempt, NOT_LISTED } from '../tables/attempts-store.ts'
import type { OneOffPort } from './port.ts'
import { type ClaimAnswer, claimForRun, endOfOneOff } from './one-off-rules.ts'
import {
  addTargets,
  dropAllTargets,
  dropTargets,
  nextTargets,
  readOneOff,
  targetsLeft,
  unsavedOneOffs,
  writeOneOff,
} from '../tables/one-off-store.ts'
import { shownState } from '../document/rules.ts'
import type { OneOff, WaitReason } from '../document/document.ts'

/** The one-off blast that is running; null: an ordinary blast runs, or none. */
export const runningOneOff = (core: OneOffPort): OneOff | null => {
  const id = core.account.run?.jobId
  return id ? readOneOff(core.sql, id) : null
}
export const oneOffTemplate = (oneOff: OneOff): BlastTemplate => ({
  id: oneOff.templateId ?? '',
  textWa: oneOff.message,
  button: oneOff.button,
  media: oneOff.media,
  countUse: 0,
})

/** Its own counters, absolute. */
const oneOffCounts = (oneOff: OneOff) => ({
  count_success: oneOff.success,
  count_fail: oneOff.fail,
  count_unknown: oneOff.unknown,
  count_skipped: skipCount(oneOff.skipped),
  value: oneOff.success + oneOff.fail + oneOff.unknown,
  progress: oneOffProgress(oneOff),
})
/** The caller stores the new version. */
export const emitOneOff = <N extends EventName>(
  core: OneOffPort,
  oneOff: OneOff,
  event: N,
  payload: EventDetails<N>,
): void => {
  oneOff.version += 1
  core.emitFor(oneOff, event, payload)
}
const storeChange = (core: OneOffPort, oneOff: OneOff): void => {
  oneOff.kept = false
  oneOff.version += 1
  writeOneOff(core.sql, oneOff, core.now())
  core.setTimerNoLater('job-keep', core.now() + PERSIST_DELAY_MS)
}

export const emitOneOffWait = (
  core: OneOffPort,
  oneOffId: string,
  payload: { waitTime: number; waitReason: WaitReason },
): void => {
  const oneOff = readOneOff(core.sql, oneOffId)
  if (!oneOff) return
  emitOneOff(core, oneOff, 'waiting', payload)
  storeChange(core, oneOff)
}

// ---------------------------------------------------------------- claiming
/** Whom the next claim is for; null: for anybody. */
export const receiversToClaim = (core: OneOffPort, oneOff: OneOff | null, want: number): string[] | null =>
  oneOff?.targets === 'list' ? nextTargets(core.sql, oneOff.id, want) : null

/** Its one message was tried, whatever came of it. */
export const isTried = ({ success, fail, unknown }: Pick<OneOff, 'success' | 'fail' | 'unknown'>): boolean =>
  success + fail + unknown > 0
/** The receiver of a test that was not sent yet: the account itself, whatever was asked (rule one-off-test). */
export const ownNumberToTest = (core: OneOffPort, oneOff: OneOff | null, want: number): ClaimedNumber[] => {
  const { phone, pushname } = core.account
  if (oneOff?.targets !== 'test' || want === 0 || phone === null) return []
  return isTried(oneOff) ? [] : [{ id: NOT_LISTED, number: phone, name: pushname ?? '' }]
}

/** Records refused receivers, once each; answers how many are new. Who was erased during the claim is only counted. */
export const recordRefused = (
  core: OneOffPort,
  oneOffId: string,
  refused: readonly { number: string; reason: SkipReason }[],
): number => {
  const oneOff = readOneOff(core.sql, oneOffId)
  const fresh = refused.filter((one) => !oneOff?.refused.some((known) => known.number === one.number))
  if (!oneOff || fresh.length === 0) return 0
  for (const { number, reason } of fresh) {
    oneOff.skipped[reason] = (oneOff.skipped[reason] ?? 0) + 1
    if (oneOff.refused.length < REFUSED_SHOWN && !isErased(core, number)) oneOff.refused.push({ number, reason })
  }
  dropTargets(
    core.sql,
    oneOff.id,
    fresh.map((r) => r.number),
  )
  emitOneOff(core, oneOff, 'progressing', oneOffCounts(oneOff))
  storeChange(core, oneOff)
  return fresh.length
}

/** Applies a claim's answer to the run; a one-off blast for everybody learns its total from the first answer. */
export const applyClaim = (
  core: OneOffPort,
  oneOff: OneOff,
  claim: ClaimAnswer & { cooling: number | null },
): ClaimAnswer => {
  // after a restart a claim counts again: the total from the first one stays
  const isFirst = oneOff.targets === 'all' && core.account.run?.claimableAtStart === null
  if (isFirst && claim.claimable !== null) {
    // those that were tried before a stop are in neither count, but have begun a cooldown
    const tried = oneOff.success + oneOff.fail + oneOff.unknown
    oneOff.total = tried + claim.claimable
    if (claim.cooling) oneOff.skipped.cooldown = Math.max(0, claim.cooling - tried)
    emitOneOff(core, oneOff, 'progressing', oneOffCounts(oneOff))
    storeChange(core, oneOff)
  }
  const left = oneOff.targets === 'list' ? targetsLeft(core.sql, oneOff.id) : 0
  return claimForRun({ targets: oneOff.targets, total: oneOff.total, left }, claim)
}

// ---------------------------------------------------------------- attempts
/** In the turn that writes the attempt. */
export const recordOneOffAttempt = (core: OneOffPort, oneOffId: string, number: string): void => {
  const oneOff = readOneOff(core.sql, oneOffId)
  if (!oneOff) return
  dropTargets(core.sql, oneOff.id, [number])
  const first = oneOff.success + oneOff.fail + oneOff.unknown === 0
  oneOff.unknown += 1
  // numbers that other accounts released since the start were not in the first count
  if (oneOff.targets === 'all') oneOff.total = Math.max(oneOff.total, oneOff.success + oneOff.fail + oneOff.unknown)
  if (first) emitOneOff(core, oneOff, 'sending', { state: 'connected', status: 'sending' })
  emitOneOff(core, oneOff, 'update_target', { number })
  emitOneOff(core, oneOff, 'progressing', oneOffCounts(oneOff))
  storeChange(core, oneOff)
}
/** The message certainly never left: the attempt is removed from the counters. */
export const takeBackOneOffAttempt = (core: OneOffPort, oneOffId: string, number: string): void => {
  const oneOff = readOneOff(core.sql, oneOffId)
  if (!oneOff) return
  oneOff.unknown -= 1
  // an attempt without a number: its person was erased meanwhile, and is nobody's receiver any more
  if (oneOff.targets === 'list' && number !== '') addTargets(core.sql, oneOff.id, [number])
  storeChange(core, oneOff)
}
export const countOneOffOutcome = (
  core: OneOffPort,
  attempt: Attempt,
  from: 'unknown' | 'fail',
  to: 'success' | 'fail' | 'unknown',
  reason: FailReason,
): void => {
  const oneOff = attempt.job_id === null ? null : readOneOff(core.sql, attempt.job_id)
  if (!oneOff) return
  oneOff[from] -= 1
  oneOff[to] += 1
  // of one message the reason can be told; of many it would be that of any
  if (oneOff.targets === 'test') oneOff.error = to === 'fail' ? testTexts[reason] : null
  const payload = { ...oneOffCounts(oneOff), number: attempt.number }
  if (to === 'success')
    emitOneOff(core, oneOff, 'count_success', { ...payload, last_sent: new Date(core.now()).toISOString() })
  if (to === 'fail' || from === 'fail') emitOneOff(core, oneOff, 'count_fail', payload)
  storeChange(core, oneOff)
}

// ---------------------------------------------------------------- its end, and its row
/** @param fault why it could not continue, as the screen shows it; null: it ended as intended */
export const endOneOff = (
  core: OneOffPort,
  oneOffId: string,
  why: 'stopped' | 'finished',
  fault: string | null = null,
): void => {
  const oneOff = readOneOff(core.sql, oneOffId)
  if (!oneOff) return
  Object.assign(oneOff, endOfOneOff(why, core.account, { error: oneOff.error, fault }))
  oneOff.finishedAt = core.now()
  // one that was stopped may go on later (rule one-off-continue)
  if (oneOff.phase === 'finished') dropAllTargets(core.sql, oneOff.id)
  const state = { state: shownState(core.account, core.now()), status: 'idle' as const, number: null }
  const payload = { ...state, ...oneOffCounts(oneOff), ...(why === 'finished' ? { progress: 100 } : {}) }
  if (oneOff.phase === 'finished' || oneOff.phase === 'stop') emitOneOff(core, oneOff, oneOff.phase, payload)
  else emitOneOff(core, oneOff, 'error_blast', { ...payload, sendError: oneOff.error ?? '' })
  storeChange(core, oneOff)
  core.setTimer('job-keep', core.now())
}

export const liveOneOff = (core: OneOffPort, oneOff: OneOff): LiveOneOff => {
  const { kept: _kept, button: _button, media: _media, deed: _deed, ...state } = oneOff
  const wait = core.doc?.run?.jobId === oneOff.id ? core.doc.wait : null
  const waitTime = wait ? Math.max(0, Math.ceil((wait.until - core.now()) / 1000)) : 0
  return { ...state, waitTime, waitReason: wait && waitTime > 0 ? wait.reason : null }
}
/** The timer's work: writes the rows in D1; after a failure the timer's guard runs it again. */
export const persistOneOffs = async (core: OneOffPort): Promise<void> => {
  for (const id of unsavedOneOffs(core.sql)) {
    const oneOff = readOneOff(core.sql, id)
    if (!oneOff) continue
    await core.saveThenCall(({ db }) => runBatch(db, saveOneOff(db, oneOff, oneOff.deed ?? null)))
    const latest = readOneOff(core.sql, id)
    if (!latest) continue
    latest.deed = null
    latest.kept = latest.version === oneOff.version && latest.phase !== 'sending'
    writeOneOff(core.sql, latest, core.now())
  }
  if (core.doc?.run?.jobId || unsavedOneOffs(core.sql).length > 0)
    core.setTimer('job-keep', core.now() + PERSIST_DELAY_MS)
}
