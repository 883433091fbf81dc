// Counts a run's figures from its stores, pure: who got which message how often, what was paid, what should not have been sent.
import type { Attempt, OptOut, SentMessage } from './record.ts'

export type Figures = {
  /** Blast messages that the sandbox accepted, each counted once. */
  sent: number
  success: number
  fail: number
  unknown: number
  /** Messages to a recipient beyond the first, and accepted frames of a message beyond the first. */
  duplicates: number
  paid: number
  ackedNotPaid: number
  paidNotAcked: number
  sentAfterOptOut: number
  /** Messages that no phone could read, even after it asked for them again. */
  unreadable: number
}
const OPT_OUT_GRACE_MS = 5_000

const keyOf = (message: { recipient: string; id: string }): string => `${message.recipient} ${message.id}`

/** Successes that a batch has brought to settlement. */
export const paidAttempts = (attempts: readonly Attempt[]): Attempt[] =>
  attempts.filter((a) => a.outcome === 'success' && a.toldSequence !== null)
export const priceSenOf = (attempts: readonly Attempt[]): number => attempts.reduce((sum, a) => sum + a.priceSen, 0)

/** @param sent every accepted frame; a phone that opted out gets one answer, which is no blast message */
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
  // A frame that the phone asked for is no duplicate. Whether the first could be read says nothing: in the
  // record it becomes readable as soon as a later one is.
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
    // In a run that has ended nothing may still be on its way.
    unknown: outcome('unknown') + outcome('pending'),
    duplicates: firsts.length - recipients + repeats,
    paid: paid.length,
    ackedNotPaid: [...ackedIds].filter((id) => !paidIds.has(id)).length,
    paidNotAcked: [...paidIds].filter((id) => !ackedIds.has(id)).length,
    sentAfterOptOut: after.length,
    unreadable: [...new Set(firsts.map(keyOf))].filter((key) => !readable.has(key)).length,
  }
}
