// The send command (rule at-most-once): a fresh message id, the content, and all key rows we hold of that person.
import { hex } from '../../../domain/ground/crypto/crypto.ts'
import type { Command, MessageContent } from '../../../contract/operation/runner.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import type { SendPort } from './port.ts'
import { lidOfNumber } from '../tables/opt-outs-store.ts'
import { rowsOf } from '../tables/vault-store.ts'

/** The shape WhatsApp's web clients use: 3EB0 and 18 hex digits. */
export const newMessageId = (): string => `3EB0${hex(crypto.getRandomValues(new Uint8Array(9))).toUpperCase()}`

/** Share of the answer's time limit after which a message must not leave any more, because its answer would come too late. */
const LEAVES_WITHIN = 0.5

/** @param leavesBefore epoch ms at which the sending window closes; null: only the message's age limits it */
export const sendCommand = (
  core: SendPort,
  message: { attemptId: string; messageId: string; number: string; content: MessageContent },
  leavesBefore: number | null,
): Command => {
  const lid = lidOfNumber(core.sql, message.number)
  const owners = lid ? [message.number, lid] : [message.number]
  const youngEnough = core.now() + core.timing.ackWaitMs * LEAVES_WITHIN
  const notAfter = Math.min(youngEnough, leavesBefore ?? youngEnough)
  return { kind: 'send', ...message, notAfter, rows: rowsOf(core.sql, core.account.vaultGeneration, owners) }
}

/** Tells the runner that these messages must not leave any more, if they have not left yet. */
export const cancelSends = (core: SendPort, attemptIds: readonly string[]): void => {
  sometimes('a cancel with no runner to hear it', () => attemptIds.length > 0 && core.socket() === null)
  sometimes('a cancel while its message is under way', attemptIds.length > 0)
  if (attemptIds.length > 0) core.command([{ kind: 'cancel', attemptIds: [...attemptIds] }])
}
