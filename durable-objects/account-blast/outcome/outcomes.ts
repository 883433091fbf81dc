// Ends an attempt, and changes what depends on it (rule unknown-outcome): counters, income, the interval, the outbox for the
// ledger, the screens.
import type { FailReason } from '../../../contract/sending/last-run.ts'
import { senToRupiah } from '../../../contract/ground/money.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { progressOf } from '../../../domain/sending/blast/rules.ts'
import { lidHashes } from '../../../domain/recipients/suppressions/hash.ts'
import type { OutcomePort } from './port.ts'
import type { AccountDocument, OutcomePart } from '../document/document.ts'
import { sourceOf } from '../source/source-of.ts'
import { lidOfNumber } from '../tables/opt-outs-store.ts'
import {
  type Attempt,
  attemptByMessage,
  isTest,
  markReceipt,
  markRevoked,
  oldestOpen,
  openAttempts,
  resolveAttempt,
  resultOf,
} from '../tables/attempts-store.ts'
import { replacedBy, verdictOfDeletion } from './answer-rules.ts'
import { afterDeletion, afterOutcome, afterReset, afterSend } from './counter-rules.ts'
import { addToOutbox } from '../settle/outbox.ts'
import { afterTallied, type Change, failReasonOf, senderOf } from '../document/run-tally-rules.ts'
import { paceEnd } from '../send/pace.ts'
import { quietEnds } from '../send/quiet.ts'
import { suspend } from '../session/suspension.ts'
import { noteReached, scheduleFlush } from '../settle/settle.ts'

/** The only way an attempt gets an outcome. A success is final, and repeats change nothing. */
export const resolve = (
  core: OutcomePort,
  attempt: Attempt,
  to: 'success' | 'fail' | 'unknown',
  extra: { error?: number | null; notRegistered?: boolean; covered?: boolean } = {},
): boolean => {
  const doc = core.account
  const source = sourceOf(core, attempt.job_id)
  const from = replacedBy(attempt.outcome, to)
  if (from === null) return false
  sometimes('a late ack after unknown', from === 'unknown' && to === 'success')
  sometimes('an unknown message becomes a failure', from === 'unknown' && to === 'fail')
  sometimes('a success after it counted as a failure', from === 'fail')
  sometimes('a reset between two outcomes of a message', from !== 'none' && attempt.counted_in !== doc.resets)
  sometimes(
    'a price change between attempt and result',
    () => source.earns && core.rules !== null && core.rules.priceSen !== attempt.price_sen,
  )
  const now = core.now()
  const reason = reasonOf(attempt, from, to, extra)
  resolveAttempt(core.sql, attempt.attempt_id, {
    outcome: to,
    error: extra.error ?? null,
    reason: to === 'fail' ? reason : null,
    resets: doc.resets,
    now,
    sequence: to === 'unknown' || isTest(attempt) ? null : doc.sequence + 1,
    covered: extra.covered ?? false,
  })
  if (from === 'none') paceEnd(doc, now)
  // a pending attempt counts as unknown: success + fail + unknown = attempts, always
  const was = from === 'none' ? 'unknown' : from
  source.resolved(attempt, was, to, reason)
  if (source.earns) {
    const change = { was, to, counted: isCounted(core, attempt), priceSen: attempt.price_sen }
    Object.assign(doc, afterOutcome(doc, change))
    tally(core, attempt, { from, to, reason })
  }
  const lid = to === 'success' ? lidOfNumber(core.sql, attempt.number) : null
  const more = {
    notRegistered: extra.notRegistered ?? false,
    reason,
    lidHashes: lid === null ? {} : lidHashes(core.hashKeys, lid),
    earns: source.earns,
  }
  const result = resultOf(attempt, from, to, more, now)
  // a test is nobody's income, and no number, template or day counts it
  if (!isTest(attempt)) addToOutbox(core.account, { kind: 'result', result, toldBefore: attempt.told_sequence }, now)
  if (source.earns) emitCounts(core, attempt, was, to)
  scheduleFlush(core)
  scheduleOpen(core)
  // during a run the row is written anyway; without one it must be asked for
  if (!doc.run) core.touchRow()
  core.wake()
  return true
}

/** Of the failure that it is, or that it was. */
const reasonOf = (
  attempt: Attempt,
  from: 'none' | 'unknown' | 'fail',
  to: 'success' | 'fail' | 'unknown',
  extra: { error?: number | null; notRegistered?: boolean },
): FailReason =>
  // of a failure that is taken back only the stored attempt knows the reason; one of an older object knows its error
  (from === 'fail' ? attempt.fail_reason : null) ??
  failReasonOf(
    { error: to === 'fail' ? (extra.error ?? null) : attempt.error, notRegistered: extra.notRegistered ?? false },
    from,
  )

/** In the tally of the blast that sent it. */
const tally = (
  core: OutcomePort,
  attempt: Attempt,
  { from, to, reason }: Pick<Change, 'to' | 'reason'> & { from: 'none' | Change['was'] },
): void => {
  const change = { was: from === 'none' ? ('unknown' as const) : from, to, reason, priceSen: attempt.price_sen }
  const sender = senderOf(core.account, attempt.created_at)
  if (sender?.tally) sender.tally = afterTallied(sender.tally, change)
}

/** The attempt's outcome so far is in the counters: it was counted after the last reset. */
const isCounted = (core: OutcomePort, attempt: Attempt): boolean => attempt.counted_in === core.account.resets

const emitCounts = (core: OutcomePort, { number }: Attempt, was: string, to: string): void => {
  const last_sent = new Date(core.now()).toISOString()
  if (to === 'success') core.emit('count_success', { ...counts(core), number, last_sent })
  if (to === 'fail' || was === 'fail') core.emit('count_fail', { ...counts(core), number })
}
/** A message is out. Of one that does not earn the account's own counters know nothing. */
export const countAttempt = (doc: OutcomePart & Pick<AccountDocument, 'run'>, earns: boolean): void => {
  if (doc.run) doc.run.attempted += 1
  if (earns) Object.assign(doc, afterSend(doc))
}
/** Messages with an unknown outcome stay counted (rule reset). */
export const resetCounters = (doc: OutcomePart): void => {
  doc.resets += 1
  Object.assign(doc, afterReset(doc))
}
export const counts = (core: OutcomePort) => {
  const { success, fail, incomeSen } = core.account
  return { count_success: success, count_fail: fail, income: senToRupiah(incomeSen) }
}
export const progress = (core: OutcomePort): number => {
  const run = core.account.run
  return run ? progressOf(run.attempted, run.claimableAtStart ?? 0) : 0
}

/** Timers of attempts without a result: pending → unknown, unknown → fail. */
export const scheduleOpen = (core: OutcomePort): void => {
  const pending = oldestOpen(core.sql, 'pending')
  if (pending === null) core.clearTimer('ack')
  else core.setTimer('ack', pending + core.timing.ackWaitMs)
  const unknown = oldestOpen(core.sql, 'unknown')
  if (unknown === null) core.clearTimer('unknown')
  else core.setTimer('unknown', unknown + core.timing.unknownToFailMs)
}
export const expirePending = (core: OutcomePort): void => {
  for (const attempt of openAttempts(core.sql, 'pending', core.now() - core.timing.ackWaitMs))
    resolve(core, attempt, 'unknown')
  scheduleOpen(core)
}
export const expireUnknown = (core: OutcomePort): void => {
  for (const attempt of openAttempts(core.sql, 'unknown', core.now() - core.timing.unknownToFailMs))
    resolve(core, attempt, 'fail')
  scheduleOpen(core)
}

/** A receipt proves that the message arrived, even if it was counted as unknown or failed. */
export const onReceipt = (
  core: OutcomePort,
  item: { messageId: string; type: 'acked' | 'delivered' | 'read'; at: number },
): void => {
  const attempt = attemptByMessage(core.sql, item.messageId)
  if (!attempt) return
  sometimes('receipt before ack', attempt.outcome === 'pending' && item.type !== 'acked')
  sometimes('a receipt of an unknown message', attempt.outcome === 'unknown')
  if (item.type !== 'acked') {
    markReceipt(core.sql, item.messageId, item.type, item.at)
    const isRead = item.type === 'read' && attempt.read_at === null
    noteReached(core, attempt, { delivered: attempt.delivered_at === null, read: isRead })
  }
  if (resolve(core, attempt, 'success')) quietEnds(core)
}

/** The member deleted sent messages for everyone: each credited one is a strike and loses its income (rule suspension). */
export const onRevoked = (core: OutcomePort, messageIds: readonly string[]): boolean => {
  const doc = core.account
  const now = core.now()
  let strikes = 0
  for (const id of messageIds) {
    const found = attemptByMessage(core.sql, id)
    const verdict = found && verdictOfDeletion(found, sourceOf(core, found.job_id).earns)
    sometimes('a deletion that comes twice', verdict === 'repeated')
    if (!verdict || verdict === 'repeated') continue
    markRevoked(core.sql, found.attempt_id, now)
    // only a message that was sent can be deleted, so it counts as a success first
    resolve(core, found, 'success')
    const attempt = attemptByMessage(core.sql, id) ?? found
    if (verdict === 'uncredited') continue
    sometimes('deleted after a reset', !isCounted(core, attempt))
    Object.assign(doc, afterDeletion(doc, { counted: isCounted(core, attempt), priceSen: attempt.price_sen }))
    const { tally: earned } = senderOf(doc, attempt.created_at) ?? {}
    if (earned) earned.earnedSen -= attempt.price_sen
    const reversal = { attemptId: attempt.attempt_id, priceSen: attempt.price_sen, at: now }
    addToOutbox(core.account, { kind: 'reversal', reversal }, now)
    strikes += 1
  }
  if (strikes === 0) return false
  suspend(doc, 'deleted', strikes)
  scheduleFlush(core)
  return true
}
