// From the record to the figures, pure: who got what how often, what was paid for, what should not have been sent.
import type { Attempt, OptOut, SentMessage } from './record.ts'

export type Figures = {
  /** Blast messages the sandbox accepted, each once. */
  sent: number
  success: number
  fail: number
  unknown: number
  /** Messages beyond the first that one recipient got, and accepted frames beyond the first of one message. */
  duplicates: number
  paid: number
  ackedNotPaid: number
  paidNotAcked: number
  sentAfterOptOut: number
  /** Messages that no phone could read, also not after it asked again. */
  unreadable: number
}
const OPT_OUT_GRACE_MS = 5_000

const keyOf = (message: { recipient: string; id: string }): string => `${message.recipient} ${message.id}`

/** Successes that a batch has told the ledger of. */
export const paidAttempts = (attempts: readonly Attempt[]): Attempt[] =>
  attempts.filter((a) => a.outcome === 'success' && a.toldSequence !== null)
export const priceSenOf = (attempts: readonly Attempt[]): number => attempts.reduce((sum, a) => sum + a.priceSen, 0)

/** @param sent every accepted frame; a phone that opted out gets one answer that is no blast message. */
export const countFigures = (
  sent: readonly SentMessage[],
  attempts: readonly Attempt[],
  optOuts: readonly OptOut[],
): Figures => {
  const byMessage = new Map(attempts.map((attempt) => [attempt.messageId, attempt]))
  const answers = new Map<string, number>()
  for (const { sender } of optOuts) answers.set(sender, (answers.get(sender) ?? 0) + 1)
  const isAnswer = (message: SentMessage): boolean => {
    const left = answers.get(message.recipient) ?? 0
    if (byMessage.has(message.id) || left === 0) return false
    if (message.repeat === 0) answers.set(message.recipient, left - 1)
    return true
  }
  const frames = sent.filter((message) => !isAnswer(message))
  const firsts = frames.filter((message) => message.repeat === 0)
  // One frame for each time the phone asked again is no duplicate. Whether the first can be read tells nothing: the
  // record makes it readable as soon as a later one is.
  const repeats = frames.filter((m) => m.repeat > m.asked).length
  const recipients = new Set(firsts.map((message) => message.recipient)).size
  const readable = new Set(frames.filter((m) => m.decrypted === 1).map(keyOf))
  const ackedIds = new Set(frames.filter((m) => m.acked === 1).map((m) => m.id))
  const paid = paidAttempts(attempts)
  const paidIds = new Set(paid.map((attempt) => attempt.messageId))
  const outcome = (wanted: Attempt['outcome']): number => attempts.filter((a) => a.outcome === wanted).length
  const after = firsts.filter((message) =>
    optOuts.some(
      (o) => o.sender === message.recipient && message.acked && message.time > o.deliveredAt + OPT_OUT_GRACE_MS,
    ),
  )
  return {
    sent: firsts.length,
    success: outcome('success'),
    fail: outcome('fail'),
    // Nothing may still be on its way in a run that has ended.
    unknown: outcome('unknown') + outcome('pending'),
    duplicates: firsts.length - recipients + repeats,
    paid: paid.length,
    ackedNotPaid: [...ackedIds].filter((id) => !paidIds.has(id)).length,
    paidNotAcked: [...paidIds].filter((id) => !ackedIds.has(id)).length,
    sentAfterOptOut: after.length,
    unreadable: [...new Set(firsts.map(keyOf))].filter((key) => !readable.has(key)).length,
  }
}
