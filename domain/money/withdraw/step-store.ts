// The steps of requests in SQL (rules withdraw-steps, paid-is-paid, usual-pay). Every step is written in one transaction with its ledger entry.
import { type SQL, sql } from 'drizzle-orm'
import { rupiahToSen, type Sen } from '../../../contract/ground/money.ts'
import type { WithdrawStage } from '../../../contract/money/withdraw.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refuseIf } from '../../ground/db/refusal-store.ts'
import { refusalOf, type RefusalName } from '../../ground/db/refusals.ts'
import { isWithdrawHeld } from '../../people/holds/store.ts'
import { holdStatements, ledgerStatements, refuseBelowZero } from '../ledger/store.ts'
import { isPayHeld } from '../../people/holds/pay-hold-store.ts'
import { steers } from '../../people/ties/store.ts'
import { hasWaited, isStopped } from '../../people/ties/waits-store.ts'
import { refusePaused } from '../../people/users/status-store.ts'
import { type Move, storedAs } from './rules.ts'
import type { WithdrawRow } from './store.ts'

export const holdRef = (id: string, step: number): string => `withdraw:${id}:hold:${step}`
const releaseRef = (id: string, step: number): string => `withdraw:${id}:release:${step}`

/**
 * reason: for the member, of a rejection or a return. reference: what the bank calls an ordered transfer by. Where and how often a
 * request goes is `moveOf`'s: a step is written only by who asked it.
 */
export type Decision = {
  to: WithdrawStage
  move: Move
  by: string
  reason: string | null
  reference?: string
  now: number
}
/** One step of one request. payoutId: the batch that decides; null: somebody decides this request by itself. */
export type Step = { row: StepRow; decision: Decision; payoutId: string | null }
type StepRow = Pick<WithdrawRow, 'id' | 'user_id' | 'nominal' | 'status' | 'step'>
const amountSenOf = ({ nominal }: StepRow): Sen => rupiahToSen(nominal)
const releaseOf = ({ row, decision }: Step) => ({
  userId: row.user_id,
  kind: 'withdraw_release' as const,
  amountSen: amountSenOf(row),
  ref: releaseRef(row.id, row.step + 1),
  at: decision.now,
})
/** What the money of one request does before its step is written. A batch asks the same of all its members at once, when it is fetched. */
const moneyOf = (db: Db, step: Step): Statement[] => {
  const { row, decision, payoutId } = step
  const money = { userId: row.user_id, amountSen: amountSenOf(row), at: decision.now }
  if (decision.move === 'hold') return holdStatements(db, { ...money, ref: holdRef(row.id, row.step + 1) })
  const asks = decision.move === 'pay' && payoutId === null
  return asks ? [refusePaused(db, row.user_id), refuseBelowZero(db, row.user_id)] : []
}
const valuesOf = ({ row, decision, payoutId }: Step) => {
  const { to, move, by, now, reason, reference = null } = decision
  return {
    id: row.id,
    step: row.step + 1,
    from: row.status,
    to: storedAs(to).status,
    payment: storedAs(to).payment,
    by,
    at: now,
    reason,
    reference,
    holdRef: move === 'hold' ? holdRef(row.id, row.step + 1) : null,
    payoutId,
    // until the bank's answer a request that its batch ordered stays in the batch
    staysIn: to === 'ordered' ? payoutId : null,
    asksHeld: move === 'pay' ? 1 : 0,
    asksStopped: to === 'ordered' && payoutId === null ? 1 : 0,
    asksPay: to === 'ordered' ? 1 : 0,
    asksTied: to === 'accepted' || to === 'ordered' || to === 'returned' ? 1 : 0,
  }
}
/**
 * Statements that decide these requests, each with its ledger entry. The batch fails, and nothing of it is written, where somebody
 * took one of the steps first (the step is unique), where a hold's money is not there (withdraw_balance), where a paid member's withdraws
 * or all are held, or, of a transfer by hand, there was a wait and its member is held (withdraw_held), where a request is frozen in
 * another batch than the one that decides (withdraw_frozen) (rule payout-batch), and where the person who decides steers its money and no wait
 * lets them (decider_steers) (rules decider-ties, decider-wait).
 */
export const stepStatements = (db: Db, steps: readonly Step[]): Statement[] => {
  const rows = JSON.stringify(steps.map((step) => valuesOf(step)))
  const now = steps[0]?.decision.now ?? 0
  // `cross join` reads the given steps first, and each request by its key
  const given = sql`from json_each(${rows}) s cross join withdraws w on w.id = s.value ->> 'id'`
  const refuse = (name: RefusalName, condition: SQL): Statement => refuseIf(db, name, condition, given)
  return [
    ...steps.flatMap((step) => moneyOf(db, step)),
    ...ledgerStatements(db, steps.filter(({ decision }) => decision.move === 'release').map(releaseOf)),
    refuse(
      'withdraw_held',
      sql`
        s.value ->> 'asksHeld' = 1 and ${isWithdrawHeld(sql`w.user_id`)}
          or s.value ->> 'asksStopped' = 1 and ${isStopped(sql`w.id`, sql`w.user_id`)}
          or s.value ->> 'asksPay' = 1 and ${isPayHeld}
      `,
    ),
    refuse(
      'withdraw_balance',
      sql`
        s.value ->> 'holdRef' is not null
          and not exists (select 1 from ledger where ref = s.value ->> 'holdRef')
      `,
    ),
    refuse('withdraw_frozen', sql`w.payout_id is not s.value ->> 'payoutId'`),
    refuse(
      'decider_steers',
      sql`
        s.value ->> 'asksTied' = 1
          and ${steers(sql`s.value ->> 'by'`, { person: sql`w.user_id`, withdraw: sql`w.id` }, now)}
          and not (s.value ->> 'payoutId' is null and ${hasWaited(sql`s.value ->> 'by'`, sql`w.id`, now)})
      `,
    ),
    db.run(sql`
      insert into withdraw_steps (withdraw_id, step, from_status, to_status, by, at, reason, payment, reference)
      select
        w.id,
        s.value ->> 'step',
        s.value ->> 'from',
        s.value ->> 'to',
        s.value ->> 'by',
        s.value ->> 'at',
        s.value ->> 'reason',
        coalesce(s.value ->> 'payment', 'none'),
        s.value ->> 'reference'
      ${given}
    `),
    // who accepted it, and when, stays while it is ordered and paid: the sums go by that day
    db.run(sql`
      update withdraws
      set
        status = s.value ->> 'to',
        payment = s.value ->> 'payment',
        step = s.value ->> 'step',
        decided_at = case when status = s.value ->> 'to' then decided_at else s.value ->> 'at' end,
        decided_by = case when status = s.value ->> 'to' then decided_by else s.value ->> 'by' end,
        payout_id = s.value ->> 'staysIn',
        -- an image proves one payment, and no later one
        proof_key = case when s.value ->> 'to' <> 'requested' then proof_key end
      from json_each(${rows}) s
      where withdraws.id = s.value ->> 'id'
    `),
  ]
}
/** For a question to a second person: the request still waits, and in no batch. */
export const canBeAsked = (id: string): SQL =>
  sql`exists (select 1 from withdraws where id = ${id} and status = 'requested' and payout_id is null)`
/**
 * short: the balance is too low to hold the amount again. below zero, paused, held: nobody is paid while their balance, they or their
 * withdraws are so.
 */
export type Applied = 'done' | 'short' | 'below zero' | 'paused' | 'held' | 'frozen'
/** @throws a unique conflict when somebody decided meanwhile. */
export const applyDecision = async (
  db: Db,
  row: WithdrawRow,
  decision: Decision,
  more: Statement[],
): Promise<Applied> => {
  try {
    await runBatch(db, [...stepStatements(db, [{ row, decision, payoutId: null }]), ...more])
    return 'done'
  } catch (error) {
    switch (refusalOf(error)) {
      case 'withdraw_held':
        return 'held'
      case 'withdraw_balance':
        return 'short'
      case 'withdraw_frozen':
        return 'frozen'
      case 'below_zero':
        return 'below zero'
      case 'person_stopped':
        return 'paused'
      default:
        throw error
    }
  }
}
