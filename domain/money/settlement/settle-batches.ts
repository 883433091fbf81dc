// Applies each settlement batch exactly once, in any order or grouping, however often it comes (rule income-once).
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import type { Counts } from '../../ground/tally/rules.ts'
import type { Span } from '../../../contract/record/traces.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { settledCounts, settledSpans } from '../../ground/metrics/settled-rules.ts'
import { suppress, type SuppressPorts } from '../../recipients/suppressions/suppress.ts'
import { type Plan, planSettlement, settlementKey } from './rules.ts'
import { hashesOfLid } from '../../recipients/suppressions/hash.ts'
import { type LidStop, underEach } from './lids-store.ts'
import { applyPlan, knownOf, type SettledNumber } from './store.ts'

export type MovedNumber = SettledNumber & { outcome: 'success' | 'fail' | null }
export type Settled = {
  /** Batches now in the ledger, newly or from before. */
  confirmed: SettlementBatch[]
  /** To be tried again: their reversal came before its income, or D1 refused just now. */
  later: SettlementBatch[]
  /** People whose balance moved. */
  userIds: string[]
  /** Numbers whose counts or claim changed, each with the outcome that changed it. */
  numbers: MovedNumber[]
  /** Reasons for `later`, for the log. */
  problems: string[]
  /** Of `later`: D1 did not answer, or was overloaded. What it refuses for good is not among them. */
  unanswered: number
}

const distinct = (batches: readonly SettlementBatch[]): SettlementBatch[] => [
  ...new Map(batches.map((b) => [settlementKey(b.accountId, b.sequence), b])).values(),
]

export type SettlePorts = SuppressPorts & {
  /** To whom an account sent this message; null: they were erased there. @throws Error when the account does not answer */
  numberOf: (accountId: string, attemptId: string) => Promise<string | null>
  /** These batches are told to a database that is being restored (rule restore-gate), so they say nothing of how fast the service is now. */
  restores?: boolean
  /** Notes batches where a restored database finds them, before the ledger has them (rule journal); does not throw. */
  journalSettled?: ((batches: readonly SettlementBatch[]) => Promise<void>) | undefined
  /** What was counted with the batches, in their transaction. */
  counted?: (counts: Counts) => void
  /** Absent: nothing is traced, and no span is made. */
  traced?: ((spans: Span[]) => void) | undefined
}
/** Of a row that was deleted while its message was under way: it may be added again, and must be known as stopped then. */
const numbersOf = async (
  { numberOf }: SettlePorts,
  { number, numberId, lidHash }: Pick<LidStop, 'number' | 'numberId' | 'lidHash'>,
  batches: readonly SettlementBatch[],
): Promise<string[]> => {
  if (number !== null) return [number]
  const about = batches.flatMap(({ accountId, results }) =>
    results
      .filter((r) => r.numberId === numberId && underEach(r).includes(lidHash))
      .map(({ attemptId }) => numberOf(accountId, attemptId)),
  )
  const numbers = (await Promise.all(about)).filter((found) => found !== null)
  sometimes('a settlement brings a stop of somebody whose row was deleted', numbers.length > 0)
  return [...new Set(numbers)]
}
const settleTogether = async (
  ports: SettlePorts,
  batches: readonly SettlementBatch[],
  now: number,
): Promise<Settled> => {
  const { db } = ports
  const known = await knownOf(db, batches)
  // half of the rows may be missing: what is settled now would be added to them, or lost
  if (known.restoring && !ports.restores)
    return {
      confirmed: [],
      later: [...batches],
      userIds: [],
      numbers: [],
      problems: ['the database is being restored'],
      unanswered: 0,
    }
  sometimes('a settlement brings the number of a stop', known.lidStops.length > 0)
  // before the batch is settled: after a crash in between a settled batch would not come again, and these suppressions be lost
  // the stop of another of their numbers may have come with another LID
  const isIts = (lid: string | null, lidHash: string) =>
    lid !== null && hashesOfLid(ports.hashKeys, lid).some((hash) => hash.startsWith(lidHash))
  for (const { lid, via, by, ...stop } of known.lidStops)
    for (const number of await numbersOf(ports, stop, batches))
      await suppress(ports, { number, lid: isIts(lid, stop.lidHash) ? lid : null, via, by, reason: null }, now)
  const isSettled = (b: SettlementBatch) => known.settled.has(settlementKey(b.accountId, b.sequence))
  const plan: Plan = planSettlement(
    batches.filter((b) => !isSettled(b)),
    known,
    now,
  )
  sometimes('a duplicate batch settled again', plan.applied.length + plan.deferred.length < batches.length)
  // those alone that this call settles: an object repeats the others for as long as they wait, and a settled one was noted before
  if (plan.applied.length > 0) await ports.journalSettled?.(plan.applied)
  const counts = ports.restores ? {} : settledCounts(plan.applied, now)
  const settled = plan.applied.length > 0 ? await applyPlan(db, plan, { counts, now }) : []
  ports.counted?.(counts)
  if (!ports.restores) ports.traced?.(settledSpans(plan.applied, { now, done: Date.now() }))
  const changes = new Map(plan.numbers.map((change) => [change.id, change]))
  const outcomeOf = (id: number): MovedNumber['outcome'] => {
    const change = changes.get(id)
    return change && change.success > 0 ? 'success' : change && change.fail > 0 ? 'fail' : null
  }
  return {
    confirmed: [...batches.filter(isSettled), ...plan.applied],
    later: plan.deferred,
    userIds: plan.balances.map((b) => b.userId),
    numbers: settled.map((row) => ({ ...row, outcome: outcomeOf(row.id) })),
    problems: plan.deferred.map((b) => `reversal before income: ${settlementKey(b.accountId, b.sequence)}`),
    unanswered: 0,
  }
}

/** Does not throw for a bad batch: the others are settled, and it is in `later`. */
export const settleBatches = async (
  ports: SettlePorts,
  incoming: readonly SettlementBatch[],
  now: number,
): Promise<Settled> => {
  const batches = distinct(incoming)
  try {
    return await settleTogether(ports, batches, now)
  } catch (error) {
    const isRefused = refusalOf(error) !== undefined
    sometimes('two settle the same batch at once', isRefused)
    sometimes('D1 does not settle', !isRefused)
    // settling one at a time finds a batch that breaks a constraint; for any other error (overload) it would fail for each, so
    // their objects send them again later
    if (batches.length === 1 || !isRefused)
      return {
        confirmed: [],
        later: batches,
        userIds: [],
        numbers: [],
        problems: [`${batches.map((b) => settlementKey(b.accountId, b.sequence)).join(' ')}: ${String(error)}`],
        unanswered: isRefused ? 0 : batches.length,
      }
    const all: Settled = { confirmed: [], later: [], userIds: [], numbers: [], problems: [], unanswered: 0 }
    for (const batch of batches.sort((a, b) => a.sequence - b.sequence)) {
      const one = await settleBatches(ports, [batch], now)
      all.confirmed.push(...one.confirmed)
      all.later.push(...one.later)
      all.userIds.push(...one.userIds)
      all.numbers.push(...one.numbers)
      all.problems.push(...one.problems)
      all.unanswered += one.unanswered
    }
    return { ...all, userIds: [...new Set(all.userIds)] }
  }
}
