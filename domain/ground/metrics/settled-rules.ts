// What settled batches say of the service: outcomes, the time until the ack, and from the ack to the ledger. Pure.
import type { SettledResult, SettlementBatch } from '../../../contract/money/settlement.ts'
import type { Span } from '../../../contract/record/traces.ts'
import { type Counts, Tally } from '../tally/rules.ts'

/** The last spans of each message that has come to its end. @param now when settling began; done: when the transaction was */
export const settledSpans = (
  batches: readonly SettlementBatch[],
  { now, done }: { now: number; done: number },
): Span[] =>
  batches.flatMap(({ accountId: account, results }) =>
    results
      .filter(({ to }) => to !== 'unknown')
      .flatMap(({ attemptId, to, at, attemptedAt }): Span[] => [
        {
          attemptId,
          name: 'message',
          start: attemptedAt,
          end: done,
          failed: to === 'fail',
          attributes: { account, outcome: to },
        },
        { attemptId, name: 'queue', start: at, end: now },
        { attemptId, name: 'ledger', start: now, end: done },
      ]),
  )

const reasonOf = ({ to, notRegistered, reason }: SettledResult) =>
  to === 'fail' ? (reason ?? (notRegistered ? 'not_registered' : 'untold')) : 'none'
const seconds = (from: number, until: number): number => (until - from) / 1_000

/** @param now epoch ms of the settlement */
export const settledCounts = (batches: readonly SettlementBatch[], now: number): Counts => {
  const tally = new Tally()
  for (const { results, reversals } of batches) {
    for (const r of results) {
      tally.add('wa_sends_total', { outcome: r.to, reason: reasonOf(r) })
      if (r.to !== 'success') continue
      tally.observe('wa_ack_seconds', {}, seconds(r.attemptedAt, r.at))
      tally.observe('wa_ack_to_ledger_seconds', {}, seconds(r.at, now))
    }
    const times = [...results, ...reversals].map(({ at }) => at)
    if (times.length > 0) tally.observe('wa_outbox_age_seconds', {}, seconds(Math.min(...times), now))
  }
  return tally.take()
}
