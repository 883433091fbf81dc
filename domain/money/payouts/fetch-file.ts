// Giving out a batch's file: the first time orders all of its requests, before the file leaves (rules paid-is-paid, payout-batch, decider-ties).
import { Refusal } from '../../../contract/ground/errors.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import { caseTexts } from '../../../contract/ground/texts.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refusalOf, type Refused } from '../../ground/db/refusals.ts'
import { readSettings } from '../../ground/settings/store.ts'
import { isTaken } from '../withdraw/decide-withdraw.ts'
import { stepStatements } from '../withdraw/step-store.ts'
import { mustFindPayout, mustNotSteer, mustPayOut, refuseHeld, undecided } from './freeze-requests.ts'
import { secondOf } from './present.ts'
import { fetchPayout, type LineRow, linesOf, type PayoutRow } from './store.ts'

type Fetch = { who: { id: string; role: Role }; id: string; now: number }
type Found<T> = { payout: PayoutRow; lines: LineRow[]; file: T }

/** @throws Refusal payout_stopped, which names those who are paused or owe. */
const refuseStopped = (lines: readonly LineRow[]): void => {
  const stopped = lines.filter((line) => line.status === 'waiting' && line.stopped === 1)
  const names = [...new Set(stopped.map(({ member }) => member))]
  if (names.length > 0) throw new Refusal('payout_stopped', { text: caseTexts.payoutStopped(names.join(', ')) })
}
const orderedSteps = (lines: readonly LineRow[], { who, id, now }: Fetch) =>
  lines
    .filter(({ status, request_status }) => status === 'waiting' && request_status === 'requested')
    .map((line) => ({
      row: { ...line, id: line.withdraw_id, status: line.request_status },
      decision: { to: 'ordered', move: 'pay', by: who.id, reason: null, reference: line.reference, now } as const,
      payoutId: id,
    }))

const fetchOnce = async <T>(
  db: Db,
  fetch: Fetch,
  make: (payout: PayoutRow, lines: readonly LineRow[]) => T,
  audit: Statement[],
): Promise<Found<T>> => {
  const { who, id, now } = fetch
  const [payout, settings, lines] = await Promise.all([
    mustFindPayout(db, id, { who, now }),
    readSettings(db),
    linesOf(db, id),
  ])
  mustPayOut(who, settings)
  if (secondOf(payout) === 'waiting') throw new Refusal('payout_second')
  // a bank's file of requests that are free again would pay them twice
  if (payout.status === 'released') throw new Refusal('payout_moved')
  await refuseHeld(db, lines)
  const isFirst = payout.fetched_at === null && payout.status === 'frozen'
  if (isFirst) {
    if (lines.some(({ user_id }) => user_id === who.id)) throw new Refusal('payout_own')
    await mustNotSteer(db, { who, now }, undecided(lines), settings)
    refuseStopped(lines)
  }
  // made before anything is written, because it may be refused
  const file = make(payout, lines)
  const order = isFirst ? [...fetchPayout(db, id, who.id, now), ...stepStatements(db, orderedSteps(lines, fetch))] : []
  await runBatch(db, [...order, ...audit])
  return { payout, lines, file }
}

/** Somebody else fetched it or let it go at the same moment: what is left to do is found by reading again. */
const TRIES = 3
const MOVED: ReadonlySet<Refused | undefined> = new Set([
  'decider_steers',
  'payout_moved',
  'withdraw_balance',
  'withdraw_frozen',
  'withdraw_held',
] as const)
/**
 * @param make the file, of what was read
 * @throws Refusal not_found, forbidden, payout_second, payout_moved, payout_own, decider_tied, payout_held, payout_stopped, or what making it throws.
 */
export const fetchFile = async <T>(
  db: Db,
  fetch: Fetch,
  make: (payout: PayoutRow, lines: readonly LineRow[]) => T,
  audit: Statement[],
): Promise<Found<T>> => {
  for (let tries = 1; ; tries++) {
    try {
      return await fetchOnce(db, fetch, make, audit)
    } catch (error) {
      const refusal = refusalOf(error)
      if (!isTaken(refusal) && !MOVED.has(refusal)) throw error
      if (tries === TRIES) throw new Refusal('payout_moved')
    }
  }
}
