// A batch with one result of each kind, whose times are known.
import type { SettlementBatch } from '../../../contract/settlement.ts'

const results = (now: number): SettlementBatch['results'] =>
  [
    // the ack after 0.4 s, seven seconds ago; one after 100 s, just now
    { to: 'success' as const, at: now - 7_000, attemptedAt: now - 7_400 },
    { to: 'success' as const, at: now, attemptedAt: now - 100_000 },
    { to: 'fail' as const, reason: 'rejected' as const, at: now, attemptedAt: now - 1_000 },
    { to: 'fail' as const, notRegistered: true, at: now, attemptedAt: now - 1_000 },
    { to: 'unknown' as const, at: now, attemptedAt: now - 60_000 },
  ].map((more, i) => ({
    attemptId: `a${i}`,
    numberId: i + 1,
    templateId: 't1',
    priceSen: 100,
    from: 'none' as const,
    notRegistered: false,
    ...more,
  }))
export const batchMaker =
  (accountId: string, userId: string) =>
  (sequence: number, now: number): SettlementBatch => ({
    accountId,
    sequence,
    userId,
    results: results(now),
    reversals: [],
  })
