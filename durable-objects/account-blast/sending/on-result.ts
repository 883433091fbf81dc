// The runner's answer to a send (rule late-ack).
import type { Fact } from '../../../contract/runner.ts'
import { backOffMs } from '../../../domain/blast/rules.ts'
import { REFUSED_CAP_MS } from '../../timing.ts'
import type { AccountCore } from '../core.ts'
import { takeBackOfJob } from '../one-off/one-off.ts'
import { learnLid } from '../opt-outs/opt-outs.ts'
import { generationInUse } from '../session/link.ts'
import { restrict } from '../session/restriction.ts'
import { storeRows } from '../session/vault-store.ts'
import { type Attempt, attemptById, coverAttempt, deleteAttempt } from './attempts-store.ts'
import { doubtLeases } from './claim.ts'
import { resolve, scheduleOpen } from './outcomes.ts'

type Result = Extract<Fact, { kind: 'result' }>

/** WhatsApp lets this account start no chat for a while. */
export const REACHOUT_TIMELOCK = 463
const RETRY_UNSENT_MS = 1_000
/** After so many messages in a row whose content could not be made, one counts as failed: its media is gone, say. */
const MOST_TAKEN_BACK = 5

/** After so many refusals in a row: full jitter above a floor, so that accounts do not come back together. */
export const refusalPauseMs = (core: AccountCore, refusals: number): number => {
  const { refusedBaseMs } = core.timing
  return refusedBaseMs + backOffMs(refusals, refusedBaseMs, REFUSED_CAP_MS, core.random())
}

/** @param current from the holder of this epoch; of an older one the outcome counts, its key rows do not */
export const onResult = (core: AccountCore, fact: Result, current: boolean): void => {
  const attempt = attemptById(core.sql, fact.attemptId)
  const told = fact.outcome === 'acked' && attempt?.outcome !== 'success'
  // before the key rows: of a LID that the contacts know they need no record of their own
  if (attempt && fact.lid && attempt.number !== '') learnLid(core, attempt.number, fact.lid, told)
  // without a number its person was erased meanwhile: nothing of them is stored again
  if (current && attempt?.number !== '') storeRows(core.sql, generationInUse(core), fact.rows, core.now())
  if (!attempt) return
  core.wake()
  const { run } = core.account
  // its key rows are stored with it
  const covered = current && fact.outcome !== 'failed'
  let isNews = false
  switch (fact.outcome) {
    case 'acked':
      isNews = resolve(core, attempt, 'success', { covered })
      break
    case 'rejected':
      isNews = resolve(core, attempt, 'fail', { error: fact.error, covered })
      // the details follow; until they do, nothing more leaves
      if (fact.error === REACHOUT_TIMELOCK) restrict(core, 'reachout', null)
      break
    case 'not_registered':
      isNews = resolve(core, attempt, 'fail', { notRegistered: true, covered })
      break
    case 'failed':
      return onUnsent(core, attempt, fact)
  }
  if (covered && !isNews) coverAttempt(core.sql, attempt.attempt_id)
  if (!run) return
  run.takenBack = 0
  run.refusals = 0
}

/** The message surely never left: as if it had not been tried. */
const onUnsent = (core: AccountCore, attempt: Attempt, fact: Result): void => {
  const { run } = core.account
  if (attempt.outcome !== 'pending') return
  // a runner of an older version gives no reason
  if (run && (fact.reason === 'content' || fact.reason === null)) {
    run.takenBack += 1
    if (run.takenBack > MOST_TAKEN_BACK) {
      run.takenBack = 0
      resolve(core, attempt, 'fail')
      return
    }
  }
  if (run && fact.reason === 'refused') {
    // nobody's fault but ours: the pause grows, and no recipient is counted for it
    run.refusals += 1
    const pause = refusalPauseMs(core, run.refusals)
    run.refusedUntil = core.now() + Math.max(pause, (fact.backoffS ?? 0) * 1_000)
  }
  takeBack(core, attempt)
}

/**
 * Its number goes back to the list and is claimed anew: only the claim knows whether it may still be written to. Kept
 * here, it would be sent to although its person opted out, or was erased, while the message was on its way back.
 */
const takeBack = (core: AccountCore, attempt: Attempt): void => {
  const doc = core.account
  deleteAttempt(core.sql, attempt.attempt_id)
  if (attempt.job_id !== null) takeBackOfJob(core, attempt.job_id, attempt.number)
  else {
    doc.attempts -= 1
    doc.unknown -= 1
  }
  doc.sentToday = Math.max(0, doc.sentToday - 1)
  if (doc.run) doc.run.attempted -= 1
  doc.nextSendAt = core.now() + RETRY_UNSENT_MS
  doubtLeases(core)
  scheduleOpen(core)
}
