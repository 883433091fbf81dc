// The way of results to the ledger: the outbox becomes batches, a batch goes to the Queue, and again with a growing pause
// until the consumer confirms it. Nothing else retries: the Queue only carries.
import type { SettlementBatch } from '../../../contract/settlement.ts'
import { backOffMs } from '../../../domain/blast/rules.ts'
import { FLUSH_AGE_MS, FLUSH_COUNT, RESEND_BASE_MS, RESEND_CAP_MS } from '../../timing.ts'
import type { AccountCore } from '../core.ts'
import { attemptById, noteTold } from './attempts-store.ts'
import {
  addBatch,
  dueBatches,
  isUnconfirmed,
  type OutboxItem,
  outboxSize,
  planResend,
  readOutbox,
  removeFromOutbox,
  unconfirmed,
} from './outbox-store.ts'

const MAX_BATCH = 200
/** So many are repeated at a time: their bodies travel in one call. */
const MAX_RESENT = 50

export const scheduleFlush = (core: AccountCore): void => {
  const { count, oldest } = outboxSize(core.sql)
  if (oldest === null) core.clearTimer('flush')
  else core.setTimer('flush', count >= FLUSH_COUNT ? core.now() : oldest + FLUSH_AGE_MS)
}

/** The batch that told the last outcome of this attempt; null: none has left yet. */
const toldIn = (core: AccountCore, attemptId: string): number | null =>
  attemptById(core.sql, attemptId)?.told_sequence ?? null

type Content = Pick<SettlementBatch, 'results' | 'reversals'> & {
  contacts: NonNullable<SettlementBatch['contacts']>
  taken: number[]
}
const takeContent = (core: AccountCore): Content => {
  const content: Content = { results: [], reversals: [], contacts: [], taken: [] }
  const untold = new Set<string>()
  const take: { [K in OutboxItem['kind']]: (item: Extract<OutboxItem, { kind: K }>) => boolean } = {
    result: ({ result }) => {
      untold.add(result.attemptId)
      const sequence = result.from === 'fail' ? toldIn(core, result.attemptId) : null
      // its failure may not be in the books yet: taken back before it was counted, a day would go below zero
      if (sequence !== null && isUnconfirmed(core.sql, sequence)) return false
      return content.results.push(result) > 0
    },
    contact: ({ contact }) => content.contacts.push(contact) > 0,
    reversal: ({ reversal }) => {
      const sequence = toldIn(core, reversal.attemptId)
      // its income is not in the ledger yet: a later batch takes it back
      if (untold.has(reversal.attemptId) || sequence === null || isUnconfirmed(core.sql, sequence)) return false
      return content.reversals.push({ ...reversal, creditedSequence: sequence }) > 0
    },
  }
  for (const { id, item } of readOutbox(core.sql, MAX_BATCH))
    if ((take[item.kind] as (item: OutboxItem) => boolean)(item)) content.taken.push(id)
  return content
}

/** Moves outbox rows into one batch of the next sequence and hands it to the Queue. */
export const flush = async (core: AccountCore): Promise<void> => {
  const doc = core.account
  const { results, reversals, contacts, taken } = takeContent(core)
  if (taken.length === 0) {
    // what is left waits for a batch: its confirmation goes on from here
    return core.clearTimer('flush')
  }
  doc.sequence += 1
  const batch: SettlementBatch = {
    accountId: doc.accountId,
    sequence: doc.sequence,
    userId: doc.userId,
    results,
    reversals,
    ...(contacts.length > 0 ? { contacts } : {}),
    totals: { success: doc.success, fail: doc.fail, incomeSen: doc.incomeSen, version: doc.version },
  }
  addBatch(core.sql, batch, core.now() + pauseOf(core, 0))
  removeFromOutbox(core.sql, taken)
  const counted = results.filter((r) => r.to !== 'unknown').map((r) => r.attemptId)
  noteTold(core.sql, counted, doc.sequence)
  scheduleFlush(core)
  scheduleResend(core)
  await hand(core, [batch])
}

/** Batches the consumer did not confirm in time go out again; their sequence makes repeats harmless. */
export const resend = async (core: AccountCore): Promise<void> => {
  const due = dueBatches(core.sql, core.now(), MAX_RESENT)
  for (const { batch, tries } of due) planResend(core.sql, batch.sequence, core.now() + pauseOf(core, tries + 1))
  scheduleResend(core)
  if (due.length > 0)
    await hand(
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
const pauseOf = (core: AccountCore, tries: number): number =>
  RESEND_BASE_MS + backOffMs(tries, RESEND_BASE_MS, RESEND_CAP_MS, core.random())

const hand = async (core: AccountCore, batches: readonly SettlementBatch[]): Promise<void> => {
  try {
    await core.outside(({ env }) => env.SETTLEMENTS.sendBatch(batches.map((body) => ({ body }))))
  } catch (error) {
    // the resend timer hands them over again
    core.complain('settlement queue', error)
  }
}
