// Sends results to the ledger: the outbox becomes batches, and a batch goes to the Queue again, with a growing pause, until the
// consumer confirms it. Only this object retries: the Queue acknowledges every message.
import { flooredBackOffMs } from '../../../contract/back-off.ts'
import { DEFAULT_SETTINGS } from '../../../contract/settings.ts'
import type { SettlementBatch } from '../../../contract/settlement.ts'
import { RESEND } from '../../timing.ts'
import type { AccountCore } from '../core.ts'
import { attemptById, recordBatch } from './attempts-store.ts'
import { type BatchContent, contentOfBatch, flushAt } from './batch-rules.ts'
import { cutToSize } from './cut-to-size.ts'
import { addBatch, dueBatches, isUnconfirmed, planResend, unconfirmed, unconfirmedBatches } from './batches-store.ts'

/** So many are repeated at a time: their bodies travel in one call. */
const MAX_RESENT = 50

export const scheduleFlush = (core: AccountCore): void => {
  const { outbox, run } = core.account
  const due = flushAt(outbox, { isRunning: run !== null, settleAfterMs: settleAfterMs(core) }, core.now())
  if (due === null) core.clearTimer('flush')
  else core.setTimer('flush', due)
}
/** Rules that were stored by an older version do not say. */
const settleAfterMs = (core: AccountCore): number =>
  core.rules?.settleAfterMs ?? DEFAULT_SETTINGS.settle_after_s * 1_000

/** What may go now, by what this object knows of the batches that have left. */
const takeContent = (core: AccountCore): BatchContent =>
  contentOfBatch(core.account.outbox, {
    sequenceOf: (attemptId) => attemptById(core.sql, attemptId)?.told_sequence ?? null,
    isUnconfirmed: (sequence) => isUnconfirmed(core.sql, sequence),
  })

/** Moves what is in the outbox into one batch of the next sequence; null when nothing can go. */
const takeBatch = (core: AccountCore): SettlementBatch | null => {
  const doc = core.account
  const { results, reversals, contacts, left } = takeContent(core)
  if (left.length === doc.outbox.length) {
    // the rest waits for an earlier batch, whose confirmation schedules the next flush
    core.clearTimer('flush')
    return null
  }
  doc.sequence += 1
  const batch: SettlementBatch = {
    accountId: doc.accountId,
    sequence: doc.sequence,
    userId: doc.userId,
    results,
    reversals,
    ...(contacts.length > 0 ? { contacts } : {}),
  }
  addBatch(core.sql, batch, core.now() + pauseOf(core, 0))
  doc.outbox = left
  const counted = results.filter((r) => r.to !== 'unknown').map((r) => r.attemptId)
  recordBatch(core.sql, counted, doc.sequence)
  scheduleFlush(core)
  scheduleResend(core)
  return batch
}
/** What waits goes to the Queue as one batch. */
export const flush = async (core: AccountCore): Promise<void> => {
  const batch = takeBatch(core)
  if (batch) await enqueue(core, [batch])
}
/** Answers the outbox as a batch, and the batches not confirmed yet, to a caller who settles them at once; if that fails they go through the Queue. */
export const closeOutbox = (core: AccountCore): SettlementBatch[] => {
  takeBatch(core)
  return unconfirmedBatches(core.sql, MAX_RESENT)
}

/** Batches the consumer did not confirm in time go out again; their sequence makes repeats harmless. */
export const resend = async (core: AccountCore): Promise<void> => {
  const due = dueBatches(core.sql, core.now(), MAX_RESENT)
  for (const { batch, tries } of due) planResend(core.sql, batch.sequence, core.now() + pauseOf(core, tries + 1))
  scheduleResend(core)
  if (due.length > 0)
    await enqueue(
      core,
      due.map(({ batch }) => batch),
    )
}
export const scheduleResend = (core: AccountCore): void => {
  const { nextAt } = unconfirmed(core.sql)
  if (nextAt === null) core.clearTimer('resend')
  else core.setTimer('resend', nextAt)
}
/** Full jitter above a floor: what a database refused together does not come back together. */
const pauseOf = (core: AccountCore, tries: number): number => flooredBackOffMs(tries, RESEND, core.random())

const enqueue = async (core: AccountCore, batches: readonly SettlementBatch[]): Promise<void> => {
  try {
    for (const part of cutToSize(batches))
      await core.outside(({ env }) => env.SETTLEMENTS.sendBatch(part.map((body) => ({ body }))))
  } catch (error) {
    // the resend timer enqueues them again
    core.complain('settlement queue', error)
  }
}
