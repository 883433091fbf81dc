// What each timer does when it is due. The names are stored in documents and stay: `pump` and `check` take the next step of a run
// or check, `check-keep` and `job-keep` save checks and one-off blasts to D1 and the bucket.
import { HOUR_MS } from '../../../contract/ground/time.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { saveRow } from '../settle/account-row.ts'
import type { TurnPort } from './port.ts'
import type { TimerName } from '../document/document.ts'
import { persistChecks } from '../number-check/persist-check.ts'
import { persistOneOffs } from '../one-off/one-off.ts'
import { processOptOuts } from '../opt-outs/opt-outs.ts'
import { expirePending, expireUnknown } from '../outcome/outcomes.ts'
import { flush, resend } from '../settle/settle.ts'
import { sendHandOver } from '../session/hand-over.ts'
import { checkLease, letLeaseRest, placeRunner } from '../session/lease.ts'
import { linkTimedOut } from '../session/link.ts'
import { reconnect } from '../session/reconnect.ts'
import { endRestriction } from '../session/restriction.ts'
import { forgetHeard, tidy } from '../privacy/tidy.ts'
import { runWork } from './work-queue.ts'

export const TIMERS: Record<TimerName, (core: TurnPort) => unknown> = {
  pump: (core) => core.wake(),
  check: (core) => core.wake(),
  'check-keep': persistChecks,
  'job-keep': persistOneOffs,
  ack: expirePending,
  unknown: expireUnknown,
  reconnect,
  link: linkTimedOut,
  place: (core) => (core.account.runner === null ? placeRunner(core) : undefined),
  lease: checkLease,
  'hand-over': sendHandOver,
  flush,
  resend,
  row: saveRow,
  'opt-outs': processOptOuts,
  tidy,
  admins: (core) => core.admins.send(),
  restriction: endRestriction,
}

/** A timer fires again after this long if the process died during its work. */
const GUARD_MS = 15_000
const RETRY_MS = 5_000
/** A timer of the next version waits for that to come back (rule newer-words). */
const OF_THE_NEXT_MS = HOUR_MS
/** For the alarm. */
export const runDueTimers = async (core: TurnPort): Promise<void> => {
  if (!core.doc) return forgetHeard(core)
  const due = core.dueTimers()
  for (const name of due) {
    if (!core.doc) return
    if (!(name in TIMERS)) {
      core.setTimer(name, core.now() + OF_THE_NEXT_MS)
      continue
    }
    sometimes('the guard of a timer fires, because its object died', () => core.isGuard(name))
    // the timer stays set until its work is done, so that it survives a crash
    const done = core.guardTimer(name, GUARD_MS)
    try {
      await TIMERS[name](core)
      done()
    } catch (error) {
      // one failing timer must not cost the others their alarm
      sometimes('the work of a timer fails')
      core.logError(`timer ${name}`, error)
      core.setTimerNoLater(name, core.now() + RETRY_MS)
    }
  }
  if (!due.includes('lease')) return
  const looksAgain = core.timerDue('lease')
  await runWork(core)
  if (core.doc) letLeaseRest(core, looksAgain)
}
