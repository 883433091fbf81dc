// A place in which one lender's account settles, and what the service counts of it: a batch has one result of each kind, with known times.
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import { here } from '../../../domain/ground/tally/here.ts'
import { selectTotals, totalsOf } from '../../../domain/ground/metrics/store.ts'
import type { Counts } from '../../../domain/ground/tally/rules.ts'
import { settleBatches } from '../../../domain/money/settlement/settle-batches.ts'
import { db, run } from './database.ts'
import { makeLender } from './people.ts'
import { numbers, portsOf, stage } from './stage.ts'
import { watchTrips } from './trips.ts'

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
let lender = ''
/** Who owns the account. */
export const lenderId = (): string => lender
export const batchOf = (sequence: number, now: number): SettlementBatch => ({
  accountId: 'acc-measured',
  sequence,
  userId: lender,
  results: results(now),
  reversals: [],
})
export const settle = (batches: SettlementBatch[], now: number, more: object = {}) =>
  settleBatches({ ...portsOf(db), ...more }, batches, now)
export const totals = async (): Promise<Counts> => totalsOf(await selectTotals(db))

/** For the head of a test file: each test begins with nothing counted. */
export const measured = (): void => {
  beforeAll(async () => {
    await stage()
    await numbers(500, 10)
    lender = (await makeLender('measured')).id
    watchTrips()
  })
  beforeEach(async () => {
    await run('delete from measures')
    here.take()
  })
  afterEach(() => void vi.restoreAllMocks())
}
