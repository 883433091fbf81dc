// The one message that somebody gets who asked to stop, or may have: outside caps and window (rule opt-out).
import type { MessageContent } from '../../../contract/operation/runner.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { newMessageId, sendCommand } from '../send/send-command.ts'
import type { OptOutsPort } from './port.ts'

/** Whether another try soon may help whom `sayTo` could not tell: while no session is open the next login tries again (see onOpen). */
export const triesAgain = (core: OptOutsPort): boolean => core.account.connection === 'open'

/** @param mark called before it is sent, so that it leaves at most once. Answers false while no connection is open. */
export const sayTo = (
  core: OptOutsPort,
  number: string,
  content: MessageContent,
  mark: (messageId: string) => void,
): boolean => {
  sometimes('a stop that cannot be answered yet', core.account.connection !== 'open')
  if (core.account.connection !== 'open' || !core.socket()) return false
  const messageId = newMessageId()
  mark(messageId)
  core.command([sendCommand(core, { attemptId: `opt-out:${crypto.randomUUID()}`, messageId, number, content }, null)])
  return true
}
