// How one attempt ends, and what that changes: counters, income, the ledger's outbox, the screens.
import type { SettlementBatch } from '../../../contract/settlement.ts'
import { progressOf } from '../../../domain/blast/rules.ts'
import { FLUSH_AGE_MS, FLUSH_COUNT, RESEND_MS } from '../../timing.ts'
import {
  type Attempt,
  attemptById,
  attemptByMessage,
  creditAttempts,
  markReceipt,
  markRevoked,
  oldestOpen,
  openAttempts,
  resolveAttempt,
  resultOf,
} from './attempts-store.ts'
import type { AccountCore } from '../core.ts'
import { countOfJob } from '../one-off/one-off.ts'
import {
  addBatch,
  addToOutbox,
  isUnconfirmed,
  markResent,
  oldestBatch,
  outboxSize,
  overdueBatches,
  readOutbox,
  removeFromOutbox,
} from './outbox-store.ts'

const MAX_BATCH = 200

/** Every outcome passes here. A success never becomes anything else; repeats change nothing. */
export const resolve = (
  core: AccountCore,
  attempt: Attempt,
  to: 'success' | 'fail' | 'unknown',
  extra: { error?: number | null; notRegistered?: boolean } = {},
): boolean => {
  const doc = core.account
  if (attempt.outcome === to || attempt.outcome === 'success') return false
  const now = core.now()
  const from = attempt.outcome === 'pending' ? 'none' : attempt.outcome
  resolveAttempt(core.sql, attempt.attempt_id, to, extra.error ?? null, now)
  // a pending attempt counts as unknown: success + fail + unknown = attempts, always
  const was = from === 'none' ? 'unknown' : from
  if (attempt.job_id !== null) countOfJob(core, attempt, was, to)
  else {
    doc[was] -= 1
    doc[to] += 1
    if (to === 'success') doc.incomeSen += attempt.price_sen
  }
  addToOutbox(core.sql, { kind: 'result', result: resultOf(attempt, from, to, extra.notRegistered ?? false, now) }, now)
  if (to === 'success' && attempt.job_id === null)
    core.emit('count_success', { ...counts(core), number: attempt.number, last_sent: new Date(now).toISOString() })
  if ((to === 'fail' || from === 'fail') && attempt.job_id === null)
    core.emit('count_fail', { ...counts(core), number: attempt.number })
  scheduleFlush(core)
  scheduleOpen(core)
  core.save()
  return true
}

export const counts = (core: AccountCore) => {
  const { success, fail, incomeSen } = core.account
  return { count_success: success, count_fail: fail, income: incomeSen / 100 }
}
export const progress = (core: AccountCore): number => {
  const run = core.account.run
  return run ? progressOf(run.attempted, run.claimableAtStart ?? 0) : 0
}

/** Timers of attempts without a result: pending → unknown, unknown → fail. */
export const scheduleOpen = (core: AccountCore): void => {
  const pending = oldestOpen(core.sql, 'pending')
  if (pending === null) core.untime('ack')
  else core.timer('ack', pending + core.timing.ackWaitMs)
  const unknown = oldestOpen(core.sql, 'unknown')
  if (unknown === null) core.untime('unknown')
  else core.timer('unknown', unknown + core.timing.unknownToFailMs)
}
export const expirePending = (core: AccountCore): void => {
  for (const attempt of openAttempts(core.sql, 'pending', core.now() - core.timing.ackWaitMs))
    resolve(core, attempt, 'unknown')
  scheduleOpen(core)
  core.wake()
}
export const expireUnknown = (core: AccountCore): void => {
  for (const attempt of openAttempts(core.sql, 'unknown', core.now() - core.timing.unknownToFailMs))
    resolve(core, attempt, 'fail')
  scheduleOpen(core)
}

/** A receipt proves the message arrived, whatever we believed. */
export const onReceipt = (
  core: AccountCore,
  item: { messageId: string; type: 'delivered' | 'read'; at: number },
): void => {
  const attempt = attemptByMessage(core.sql, item.messageId)
  if (!attempt) return
  markReceipt(core.sql, item.messageId, item.type, item.at)
  if (resolve(core, attempt, 'success') && attempt.outcome === 'pending') core.wake()
}

/** The member deleted sent messages for everyone: each credited one is a strike and loses its income (decision 15). */
export const onRevoked = (core: AccountCore, messageIds: readonly string[]): boolean => {
  const doc = core.account
  const now = core.now()
  let strikes = 0
  for (const id of messageIds) {
    const attempt = attemptByMessage(core.sql, id)
    if (!attempt || attempt.revoked_at !== null) continue
    markRevoked(core.sql, attempt.attempt_id, now)
    // what could be deleted had been sent
    if (attempt.outcome !== 'success') resolve(core, attempt, 'success')
    // nothing was credited for it
    if (attempt.job_id !== null) continue
    doc.incomeSen -= attempt.price_sen
    addToOutbox(
      core.sql,
      { kind: 'reversal', reversal: { attemptId: attempt.attempt_id, priceSen: attempt.price_sen, at: now } },
      now,
    )
    strikes += 1
  }
  if (strikes > 0) {
    doc.suspendedCount += strikes
    doc.suspended = true
    doc.suspendReason = 'deleted'
    scheduleFlush(core)
    core.save()
  }
  return strikes > 0
}

export const scheduleFlush = (core: AccountCore): void => {
  const { count, oldest } = outboxSize(core.sql)
  if (oldest === null) core.untime('flush')
  else core.timer('flush', count >= FLUSH_COUNT ? core.now() : oldest + FLUSH_AGE_MS)
}

/** Moves outbox rows into one batch of the next sequence and hands it to the Queue. */
export const flush = async (core: AccountCore): Promise<void> => {
  const doc = core.account
  const results: SettlementBatch['results'] = []
  const reversals: SettlementBatch['reversals'] = []
  const taken: number[] = []
  for (const { id, item } of readOutbox(core.sql, MAX_BATCH)) {
    if (item.kind === 'result') results.push(item.result)
    else {
      const sequence = attemptById(core.sql, item.reversal.attemptId)?.credited_sequence ?? null
      // its income is not in the ledger yet: a later batch takes it back
      if (sequence === null || isUnconfirmed(core.sql, sequence)) continue
      reversals.push({ ...item.reversal, creditedSequence: sequence })
    }
    taken.push(id)
  }
  if (taken.length === 0) {
    core.timer('flush', core.now() + FLUSH_AGE_MS)
    return
  }
  doc.sequence += 1
  const batch: SettlementBatch = {
    accountId: doc.accountId,
    sequence: doc.sequence,
    userId: doc.userId,
    results,
    reversals,
    totals: { success: doc.success, fail: doc.fail, incomeSen: doc.incomeSen, version: doc.version },
  }
  const now = core.now()
  addBatch(core.sql, batch, now)
  removeFromOutbox(core.sql, taken)
  creditAttempts(
    core.sql,
    results.filter((r) => r.to === 'success').map((r) => r.attemptId),
    doc.sequence,
  )
  scheduleFlush(core)
  core.timerBy('resend', now + RESEND_MS)
  core.save()
  await core.env.SETTLEMENTS.send(batch).catch(() => undefined)
}
/** Batches the consumer did not confirm in time go out again; their sequence makes repeats harmless. */
export const resend = async (core: AccountCore): Promise<void> => {
  const now = core.now()
  const overdue = overdueBatches(core.sql, now - RESEND_MS)
  markResent(
    core.sql,
    overdue.map((b) => b.sequence),
    now,
  )
  scheduleResend(core)
  if (overdue.length > 0) await core.env.SETTLEMENTS.sendBatch(overdue.map((body) => ({ body }))).catch(() => undefined)
}
export const scheduleResend = (core: AccountCore): void => {
  const oldest = oldestBatch(core.sql)
  if (oldest === null) core.untime('resend')
  else core.timer('resend', oldest + RESEND_MS)
}
