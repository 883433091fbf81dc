// The runner's answer to a send (rule late-ack).
import { flooredBackOffMs } from '../../../contract/ground/back-off.ts'
import type { Fact } from '../../../contract/operation/runner.ts'
import { accountTexts } from '../../../contract/sending/account-texts.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { REFUSED_CAP_MS } from '../../timing.ts'
import type { OutcomePort } from './port.ts'
import type { Run } from '../document/document.ts'
import { sourceOf } from '../source/source-of.ts'
import { learnLid } from '../opt-outs/opt-outs.ts'
import { generationInUse } from '../session/needed-keys.ts'
import { restrict } from '../session/restriction.ts'
import { withoutErased } from '../core/erased.ts'
import { storeRows } from '../tables/vault-store.ts'
import { MOST_LATE, verdictOfAnswer } from './answer-rules.ts'
import { type Attempt, attemptById, coverAttempt, deleteAttempt, isTest } from '../tables/attempts-store.ts'
import { noteStrayClaims } from '../claim/claim.ts'
import { afterTakeBack } from './counter-rules.ts'
import { failRun } from '../document/marks.ts'
import { paceTakeBack } from '../send/pace.ts'
import { quietEnds } from '../send/quiet.ts'
import { endsQuiet } from '../send/quiet-rules.ts'
import { resolve, scheduleOpen } from './outcomes.ts'

type Result = Extract<Fact, { kind: 'result' }>

const RETRY_UNSENT_MS = 1_000

/** Pause in ms after this many refusals in a row: full jitter above a floor, so that accounts do not all retry together. */
export const refusalPauseMs = (core: OutcomePort, refusals: number): number => {
  const { refusedBaseMs } = core.timing
  return flooredBackOffMs(refusals, { baseMs: refusedBaseMs, capMs: REFUSED_CAP_MS }, core.random())
}

/** Of the first answer alone: a repeated one says nothing new. */
const traceAnswer = (core: OutcomePort, { attemptId, outcome }: Result, attempt: Attempt): void => {
  if (attempt.outcome !== 'pending') return
  const { accountId: account } = core.account
  const said = { account, outcome }
  const times = { start: attempt.created_at, end: core.now() }
  core.trace([{ attemptId, name: 'command', ...times, failed: outcome !== 'acked', attributes: said }])
}

/** @param current from the holder of this epoch; of an older one the outcome counts, its key rows do not */
export const onResult = (core: OutcomePort, fact: Result, current: boolean): void => {
  const attempt = attemptById(core.sql, fact.attemptId)
  const isInResult = fact.outcome === 'acked' && attempt?.outcome !== 'success'
  // before the key rows are stored: for a LID that the contacts know, they need no mapping of their own
  if (attempt && fact.lid && attempt.number !== '' && !isTest(attempt))
    learnLid(core, attempt.number, fact.lid, isInResult, isInResult ? attempt.attempt_id : null)
  // an attempt without a number: its person was erased meanwhile, and none of their keys may be stored again
  // the answer to a stop is no attempt
  const rows = withoutErased(core, fact.rows)
  if (current && attempt?.number !== '') storeRows(core.sql, generationInUse(core), rows, core.now())
  sometimes(
    'a result of an attempt that is on record no more',
    () => !attempt && !fact.attemptId.startsWith('opt-out:'),
  )
  sometimes('a result from a runner that was fenced', attempt !== null && !current)
  if (!attempt) return
  traceAnswer(core, fact, attempt)
  core.wake()
  const { run } = core.account
  // the send's key rows arrived in this frame and are stored
  const covered = current && fact.outcome !== 'failed'
  const { verdict, streaks } = verdictOfAnswer(fact, attempt.outcome, run)
  if (run && streaks) {
    run.takenBack = streaks.takenBack
    run.refusals = streaks.refusals
    run.lates = streaks.lates ?? 0
  }
  sometimes('unsent, after it counted as unknown', fact.outcome === 'failed' && attempt.outcome === 'unknown')
  sometimes('a cancel that came in time', fact.reason === 'cancelled')
  sometimes('too late to leave', fact.reason === 'late')
  if (endsQuiet(fact, verdict.kind)) quietEnds(core)
  switch (verdict.kind) {
    case 'nothing':
      return
    case 'take-back':
      if (run && verdict.pause === 'refused') pauseRun(core, run, fact.backoffS)
      if (run && verdict.pause === 'late') pauseLate(core, run)
      return takeBack(core, attempt)
    case 'outcome': {
      const { to, error, notRegistered, restricted } = verdict
      const isNews = resolve(core, attempt, to, { error, notRegistered, covered })
      // WhatsApp's notice about the restriction follows; no message leaves before
      sometimes('an ack that restricts the account', restricted)
      sometimes('an ack after its receipt', covered && !isNews && to === 'success')
      if (restricted) restrict(core, 'reachout', null)
      if (covered && !isNews) coverAttempt(core.sql, attempt.attempt_id)
    }
  }
}

/** WhatsApp refused a look-up that must precede the message. The pause grows with every refusal, and is at least as long as WhatsApp asks for. */
const pauseRun = (core: OutcomePort, run: Run, backoffS: number | null): void => {
  const pause = refusalPauseMs(core, run.refusals)
  run.refusedUntil = core.now() + Math.max(pause, (backoffS ?? 0) * 1_000)
}

/**
 * A message could not leave within its time. Tried again at once it would be late again, so the pause grows; and it does not pass by
 * itself as a refusal does, so after a row of them the run says so and ends
 * (rule late-sends).
 */
const pauseLate = (core: OutcomePort, run: Run): void => {
  const lates = run.lates ?? 0
  run.lateUntil = core.now() + refusalPauseMs(core, lates)
  if (lates < MOST_LATE) return
  core.logError('send', `${lates} messages in a row could not leave within their time`)
  failRun(run, accountTexts.alwaysLate)
}

/**
 * Its number goes back to the list and is claimed again: only the claim knows whether it may still be written to. Kept
 * here, it would be sent to although its person opted out, or was erased, while the message was on its way back.
 */
const takeBack = (core: OutcomePort, attempt: Attempt): void => {
  const doc = core.account
  const source = sourceOf(core, attempt.job_id)
  sometimes('taken back from a one-off blast', !source.earns)
  deleteAttempt(core.sql, attempt.attempt_id)
  source.tookBack(attempt.number)
  if (source.earns) Object.assign(doc, afterTakeBack(doc))
  if (doc.run) doc.run.attempted -= 1
  paceTakeBack(doc, core.now() + RETRY_UNSENT_MS)
  noteStrayClaims(core)
  scheduleOpen(core)
}
