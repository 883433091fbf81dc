// Tells that nothing moves (rule no-answer), and takes it back as soon as something does.
import { sometimes } from '../../../contract/ground/sometimes.ts'
import type { SendPort } from './port.ts'
import type { WaitReason } from '../document/document.ts'
import { emitWait } from './emit-wait.ts'
import { pendingAttempt } from '../tables/attempts-store.ts'
import { quietOf } from './quiet-rules.ts'

const tell = (core: SendPort, since: number | undefined, reason: 'no_answer' | 'connection', until: number | null) => {
  const now = core.now()
  const quiet = quietOf(since, reason, until, now)
  if (!quiet) return
  if ('lookAt' in quiet) return core.setTimerNoLater('pump', quiet.lookAt)
  sometimes('nothing was answered for a minute', reason === 'no_answer')
  sometimes('connected, and no runner to be heard for a minute', reason === 'connection')
  emitWait(core, quiet.shown.reason, quiet.shown.until)
  if (until === null) core.setTimer('pump', quiet.shown.until)
}

/** A message is out: it is unknown when its time is over, and then the next one is tried. */
export const lookForAnswer = (core: SendPort): void => {
  const pending = pendingAttempt(core.sql)
  const since = core.account.run?.quietSince
  if (pending) tell(core, since, 'no_answer', pending.created_at + core.timing.ackWaitMs)
}
/** true: what this wait tells, if anything, is that nothing was answered, or that the connection is missed. Every other one that is told explains itself. */
export const isOfQuiet = (core: SendPort, { reason, until }: { reason: WaitReason; until: number | null }): boolean => {
  if (reason === 'connection') {
    lookForConnection(core)
    return true
  }
  if (reason !== 'interval') {
    quietEnds(core)
    return false
  }
  tell(core, core.account.run?.quietSince, 'no_answer', until)
  return core.account.wait?.reason === 'no_answer'
}
/** The screen says connected, and no runner can be heard: of every other loss of the connection the account's state says it. */
const lookForConnection = (core: SendPort): void => {
  const { run, base } = core.account
  if (!run) return
  if (base !== 'connected') return quietEnds(core)
  run.quietSince ??= core.now()
  tell(core, run.quietSince, 'connection', null)
}

export const quietBegins = (core: SendPort, now: number): void => {
  const { run } = core.account
  if (run) run.quietSince ??= now
}
export const quietEnds = (core: SendPort): void => {
  const { run, wait } = core.account
  if (run) delete run.quietSince
  if (wait?.reason !== 'no_answer' && wait?.reason !== 'connection') return
  core.account.wait = null
  if (run) core.emit('sending', { state: 'connected', status: 'sending' })
}
