// Which outbox items may go into a batch, and when (rules at-most-once, suspension, append-only-ledger). Pure.
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import type { AccountDocument } from '../document/document.ts'
import type { OutboxItem } from '../document/work.ts'

type Outbox = AccountDocument['outbox']

/** More do not travel in one batch. */
const MAX_BATCH = 200

/** The batches that have left, as far as this object knows. */
export type SentBatches = {
  /** Sequence of the batch that carries the attempt's last outcome; null: none has left yet. */
  sequenceOf: (attemptId: string) => number | null
  /** The ledger has not confirmed this batch yet. */
  isUnconfirmed: (sequence: number) => boolean
}
export type BatchContent = Pick<SettlementBatch, 'results' | 'reversals'> & {
  contacts: NonNullable<SettlementBatch['contacts']>
  deliveries: NonNullable<SettlementBatch['deliveries']>
  /** Items that cannot go yet, in their order. */
  left: Outbox
}

/** Takes the items that may go, oldest first. One that must wait does not hold back later ones. */
export const contentOfBatch = (outbox: Outbox, sent: SentBatches): BatchContent => {
  const content: BatchContent = { results: [], reversals: [], contacts: [], deliveries: [], left: [] }
  /** Attempts whose result is still in this outbox: no batch that has left contains their income. */
  const inOutbox = new Set<string>()
  const take: { [K in OutboxItem['kind']]: (item: Extract<OutboxItem, { kind: K }>) => boolean } = {
    result: ({ result, toldBefore = sent.sequenceOf(result.attemptId) }) => {
      inOutbox.add(result.attemptId)
      const sequence = result.from === 'fail' ? toldBefore : null
      // its failure may not be settled yet: a success settled first would take the day's fail count below zero
      if (sequence !== null && sent.isUnconfirmed(sequence)) return false
      return content.results.push(result) > 0
    },
    contact: ({ contact }) => content.contacts.push(contact) > 0,
    delivery: ({ delivery }) => content.deliveries.push(delivery) > 0,
    reversal: ({ reversal }) => {
      const sequence = sent.sequenceOf(reversal.attemptId)
      // its income is not settled yet: the reversal must go into a later batch
      if (inOutbox.has(reversal.attemptId) || sequence === null || sent.isUnconfirmed(sequence)) return false
      return content.reversals.push({ ...reversal, creditedSequence: sequence }) > 0
    },
  }
  for (const [i, waiting] of outbox.entries()) {
    const { item } = waiting
    if (i >= MAX_BATCH || !(take[item.kind] as (item: OutboxItem) => boolean)(item)) content.left.push(waiting)
  }
  return content
}

/** With this many results a batch leaves at once. */
export const FLUSH_COUNT = 25
/**
 * Epoch ms at which the outbox becomes a batch; null: it is empty. During a run results are collected, because settling one
 * costs as much as settling many; without a run they go at once.
 */
export const flushAt = (
  outbox: Outbox,
  { isRunning, settleAfterMs }: { isRunning: boolean; settleAfterMs: number },
  now: number,
): number | null => {
  const [oldest] = outbox
  if (!oldest) return null
  return isRunning && outbox.length < FLUSH_COUNT ? oldest.at + settleAfterMs : now
}
