// Runs the account's work, a blast or a check, one step after another.
import { removeForClosed, stopForClosed } from './closed-person.ts'
import type { AccountCore } from './core.ts'
import { stepCheck } from './number-check/check.ts'
import { stepBlast } from './sending/run.ts'

/** A step that threw is tried again after this long; a run that is not finished must always have a timer. */
const RETRY_MS = 5_000

/** Takes steps until the next one must wait for an answer or a time. One call at a time; a wake() meanwhile adds another round. */
export const runWork = async (core: AccountCore): Promise<void> => {
  if (core.working) return
  core.working = true
  try {
    while (core.workWanted && core.doc) {
      core.workWanted = false
      stopForClosed(core)
      while (await stepBlast(core)) core.workWanted = false
      while (await stepCheck(core)) core.workWanted = false
      await removeForClosed(core)
    }
  } catch (error) {
    core.logError('step', error)
    core.setTimerNoLater('pump', core.now() + RETRY_MS)
  } finally {
    core.working = false
  }
}
