// Sends results to the ledger: the outbox becomes batches, and a batch goes to the Queue again, with a growing pause, until the
// consumer confirms it. Only this object retries: the Queue acknowledges every message that can be read.
import { flooredBackOffMs } from '../../../contract/ground/back-off.ts'
import { DEFAULT_SETTINGS } from '../../../contract/ground/settings.ts'
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { RESEND } from '../../timing.ts'
import type { SettlePort } from './port.ts'
import { attemptById, recordBatch } from '../tables/attempts-store.ts'
import type { OfCampaign } from '../tables/rates-store.ts'
import { type BatchContent, contentOfBatch, flushAt } from './batch-rules.ts'
import { cutToSize } from './cut-to-size.ts'
import { addReached, type NewOfMessage, reachedDue, takeCame, takeReached } from './reached.ts'
import {
  addBatch,
  confirmBatches,
  dueBatches,
  isUnconfirmed,
  planResend,
  unconfirmed,
  unconfirmedBatches,
} from '../tables/batches-store.ts'

/** Most batches that are repeated at a time, because their bodies travel in one call. */
const MAX_RESENT = 50

export const scheduleFlush = (core: SettlePort): void => {
  const { outbox, run } = core.account
  const results = flushAt(outbox, { isRunning: run !== null, settleAfterMs: settleAfterMs(core) }, core.now())
  const due = [results, reachedDue(core.account)].filter((at) => at !== null)
  if (due.length === 0) core.clearTimer('flush')
  else core.setTimer('flush', Math.min(...due))
}
/** A receipt or an answer came for this message (rule campaign-reach). */
export const noteReached = (core: SettlePort, of: OfCampaign, came: NewOfMessage): void => {
  if (addReached(core.account, of, came, core.now())) scheduleFlush(core)
}
/** The default stands in for rules that an older version stored without this setting. */
const settleAfterMs = (core: SettlePort): number => core.rules?.settleAfterMs ?? DEFAULT_SETTINGS.settle_after_s * 1_000

/** The outbox items that may go into a batch now. */
const takeContent = (core: SettlePort): BatchContent =>
  contentOfBatch(core.account.outbox, {
    sequenceOf: (attemptId) => attemptById(core.sql, attemptId)?.told_sequence ?? null,
    isUnconfirmed: (sequence) => isUnconfirmed(core.sql, sequence),
  })

/** Moves outbox items into one batch with the next sequence; null: none may go. */
const takeBatch = (core: SettlePort): SettlementBatch | null => {
  const doc = core.account
  const { results, reversals, contacts, deliveries, left } = takeContent(core)
  sometimes('results wait for an earlier batch', left.length > 0)
  const reached = takeReached(doc, core.now())
  const came = takeCame(doc, core.now())
  if (left.length === doc.outbox.length && reached.length === 0 && came === null) {
    // items that are left wait for an earlier batch; its confirmation schedules the next flush
    const due = reachedDue(doc)
    if (due === null) core.clearTimer('flush')
    else core.setTimer('flush', due)
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
    ...(deliveries.length > 0 ? { deliveries } : {}),
    ...(reached.length > 0 ? { reached } : {}),
    ...(came ? { came } : {}),
  }
  addBatch(core.sql, batch, core.now() + pauseOf(core, 0))
  doc.outbox = left
  const counted = results.filter((r) => r.to !== 'unknown').map((r) => r.attemptId)
  recordBatch(core.sql, counted, doc.sequence)
  scheduleFlush(core)
  scheduleResend(core)
  return batch
}
/** Sends the outbox to the Queue as one batch. */
export const flush = async (core: SettlePort): Promise<void> => {
  const batch = takeBatch(core)
  if (batch) await enqueue(core, [batch])
}
/** Turns the outbox into a batch and returns all unconfirmed batches, for a caller who settles them at once; if that fails they go through the Queue. */
export const closeOutbox = (core: SettlePort): SettlementBatch[] => {
  takeBatch(core)
  return unconfirmedBatches(core.sql, MAX_RESENT)
}

/** The ledger has seen batches up to this one: a number that it knows would not be paid. */
export const goOnAfter = (core: SettlePort, sequence: number): void => {
  core.account.sequence = Math.max(core.account.sequence, sequence)
}

/** Epoch ms of the oldest result that the ledger has not confirmed; null: it has all. */
export const unsettledSince = (core: SettlePort): number | null => {
  const [batch] = unconfirmedBatches(core.sql, 1)
  const times = [...(batch?.results ?? []), ...(batch?.reversals ?? []), ...core.account.outbox].map(({ at }) => at)
  return times.length === 0 ? null : Math.min(...times)
}

/** These batches are in the ledger. */
export const confirmed = (core: SettlePort, sequences: readonly number[]): void => {
  confirmBatches(core.sql, sequences, core.now())
  scheduleResend(core)
  scheduleFlush(core)
}

/** Batches the consumer did not confirm in time go out again; their sequence makes repeats harmless. */
export const resend = async (core: SettlePort): Promise<void> => {
  const due = dueBatches(core.sql, core.now(), MAX_RESENT)
  sometimes('a batch goes out again, unconfirmed', due.length > 0)
  sometimes(
    'a batch goes out for the third time',
    due.some(({ tries }) => tries > 0),
  )
  for (const { batch, tries } of due) planResend(core.sql, batch.sequence, core.now() + pauseOf(core, tries + 1))
  scheduleResend(core)
  if (due.length > 0)
    await enqueue(
      core,
      due.map(({ batch }) => batch),
    )
}
export const scheduleResend = (core: SettlePort): void => {
  const { nextAt } = unconfirmed(core.sql)
  if (nextAt === null) core.clearTimer('resend')
  else core.setTimer('resend', nextAt)
}
/** Pause in ms before a repeat: full jitter above a floor, so that batches refused by an overloaded D1 do not all return together. */
const pauseOf = (core: SettlePort, tries: number): number => flooredBackOffMs(tries, RESEND, core.random())

const enqueue = async (core: SettlePort, batches: readonly SettlementBatch[]): Promise<void> => {
  try {
    for (const part of cutToSize(batches))
      await core.saveThenCall(({ env }) => env.SETTLEMENTS.sendBatch(part.map((body) => ({ body }))))
  } catch (error) {
    sometimes('the queue takes no batch')
    // the resend timer enqueues them again
    core.logError('settlement queue', error)
  }
}
