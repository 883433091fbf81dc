// The account's one queue of work: a blast or a check, whichever is under way, one step after another.
import type { AccountCore } from './core.ts'
import { stepCheck } from './number-check/check.ts'
import { stepBlast } from './sending/run.ts'

/** A step that threw is tried again after this long: a run with work to do always has a timer. */
const RETRY_MS = 5_000

/** Runs until it must wait for an answer or for time. One at a time; a wake() meanwhile makes it go round again. */
export const runWork = async (core: AccountCore): Promise<void> => {
  if (core.working) return
  core.working = true
  try {
    while (core.workWanted && core.doc) {
      core.workWanted = false
      while (await stepBlast(core)) core.workWanted = false
      while (await stepCheck(core)) core.workWanted = false
    }
  } catch (error) {
    core.complain('step', error)
    core.setTimerNoLater('pump', core.now() + RETRY_MS)
  } finally {
    core.working = false
  }
}
