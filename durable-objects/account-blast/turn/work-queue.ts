// Runs the account's work, a blast or a check, one step after another.
import { removeForClosed, stopForClosed } from './closed-person.ts'
import type { TurnPort } from './port.ts'
import { stepCheck } from '../number-check/check.ts'
import { stepBlast } from '../run/run.ts'

/**
 * More steps than a turn takes for a reason: a claim of fifty numbers whose people have all stopped takes one for each. The rest waits for
 * the alarm, so that an object in which something finds no end is still heard, saved and counted (rule steps-a-turn).
 */
export const STEPS_A_TURN = 200
/** A step that threw is tried again after this long; a run that is not finished must always have a timer. */
const RETRY_MS = 5_000

const goOnLater = (core: TurnPort): void => {
  core.logError('steps', `more than ${STEPS_A_TURN} in one turn`)
  const due = core.now() + RETRY_MS
  if (core.doc?.run) core.setTimerNoLater('pump', due)
  if (core.doc?.check) core.setTimerNoLater('check', due)
}

/** Takes steps until the next one must wait for an answer or a time. One call at a time; a wake() meanwhile adds another round. */
export const runWork = async (core: TurnPort): Promise<void> => {
  if (core.working) return
  core.working = true
  try {
    let steps = 0
    const mayStep = (): boolean => ++steps <= STEPS_A_TURN
    while (core.workWanted && core.doc && mayStep()) {
      core.workWanted = false
      stopForClosed(core)
      while (mayStep() && (await stepBlast(core))) core.workWanted = false
      while (mayStep() && (await stepCheck(core))) core.workWanted = false
      await removeForClosed(core)
    }
    if (steps > STEPS_A_TURN) goOnLater(core)
  } catch (error) {
    core.logError('step', error)
    core.setTimerNoLater('pump', core.now() + RETRY_MS)
  } finally {
    core.working = false
  }
}
