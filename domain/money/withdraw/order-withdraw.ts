// Records that an accepted request is transferred, and proves its payment (rules paid-is-paid, payout-proof).
import { Refusal } from '../../../contract/ground/errors.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { noticesOfDecision, rolesThatPayOut, withdrawRef } from '../../people/notices/withdraw-notices.ts'
import { lineStatements } from './lines-store.ts'
import { readSettings } from '../../ground/settings/store.ts'
import { refusePayHeld } from '../../people/holds/pay-hold-store.ts'
import { refuseSteering } from '../../people/ties/refuse-steering.ts'
import { type Audit, isTaken, lineOf as moneyOf, movedRefusal } from './decide-withdraw.ts'
import { addProofs, showProof } from './proof-store.ts'
import { isOrdered, mayDecide, moveOf, stageOf } from './rules.ts'
import { type Decision, stepStatements } from './step-store.ts'
import { type WithdrawRow, withdrawById } from './store.ts'

type Who = { id: string; role: Role }
/** Of what orders money or calls it back (rule decider-ties). @throws Refusal decider_tied. */
export const mustNotSteer = async (db: Db, who: Who, row: WithdrawRow, now: number): Promise<void> => {
  const roles = rolesThatPayOut((await readSettings(db)).staff_can_process)
  await refuseSteering(db, { by: who.id, roles, now }, moneyOf(row))
}
/** @throws Refusal not_found, forbidden or withdraw_own. */
export const mustDecideAbout = async (db: Db, who: Who, id: string): Promise<WithdrawRow> => {
  const [row, { staff_can_process }] = await Promise.all([withdrawById(db, id), readSettings(db)])
  if (!row) throw new Refusal('not_found')
  const refusal = mayDecide(who, row.user_id, staff_can_process)
  if (refusal) throw new Refusal(refusal)
  return row
}

/**
 * The transfer was made, under this reference: from here on the request is paid or returned by the bank.
 * @throws Refusal not_found, forbidden, withdraw_own, decider_tied, pay_held, withdraw_ordered, withdraw_not_accepted,
 * withdraw_moved or, where there was a wait and its member is held, withdraw_held.
 */
export const orderWithdraw = async (
  db: Db,
  who: Who,
  { id, reference, now }: { id: string; reference: string; now: number },
  audit: Audit,
): Promise<{ row: WithdrawRow; refs: string[] }> => {
  const row = await mustDecideAbout(db, who, id)
  const from = stageOf(row)
  if (isOrdered(from)) throw new Refusal('withdraw_ordered')
  // a request that waits is ordered by its batch alone
  const move = moveOf(from, 'ordered')
  if (from !== 'accepted' || !move) throw new Refusal('withdraw_not_accepted')
  await mustNotSteer(db, who, row, now)
  await refusePayHeld(db)
  const decision = { to: 'ordered', move, by: who.id, reason: null, reference, now } as const
  try {
    await runBatch(db, [
      ...stepStatements(db, [{ row, decision, payoutId: null }]),
      ...noticesOfDecision(db, row, decision),
      ...audit('withdraw.ordered', id, undefined, { nominal: row.nominal, bank_reference: reference }),
    ])
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === 'withdraw_held') {
      await refusePayHeld(db)
      throw new Refusal('withdraw_held')
    }
    if (refusal === 'decider_steers') await mustNotSteer(db, who, row, now)
    // taken back meanwhile, and perhaps frozen since
    throw isTaken(refusal) || refusal === 'withdraw_frozen' ? await movedRefusal(db, id) : error
  }
  return { row: (await withdrawById(db, id)) ?? row, refs: [withdrawRef({ id, step: row.step + 1 })] }
}

/** A line of a batch whose result did not come yet says what its request says. */
const lineOf = (
  db: Db,
  row: WithdrawRow,
  to: 'accepted' | 'returned',
  reason: string | null,
  now: number,
): Statement[] =>
  row.payout_id === null ? [] : lineStatements(db, row.payout_id, [{ withdrawId: row.id, to, reason }], now)
/** What the bank did with an ordered request, for a batch; the line of its payout batch goes with it. */
export const bankStatements = (db: Db, row: WithdrawRow, decision: Decision): Statement[] => [
  ...stepStatements(db, [{ row, decision, payoutId: row.payout_id }]),
  ...lineOf(db, row, decision.to === 'paid' ? 'accepted' : 'returned', decision.reason, decision.now),
]

/** Somebody else's step came first: what is left to do is found by reading again. */
const TRIES = 3
/**
 * An image proves the payment: an ordered request is paid by it, and of a paid one it supersedes the image before.
 * @throws Refusal not_found, forbidden, withdraw_own, proof_status or withdraw_moved.
 */
export const proveWithdraw = async (
  db: Db,
  who: Who,
  { id, key, now }: { id: string; key: string; now: number },
  audit: Audit,
): Promise<{ row: WithdrawRow; refs: string[] }> => {
  for (let tries = 1; ; tries++) {
    const row = await mustDecideAbout(db, who, id)
    const from = stageOf(row)
    if (!isOrdered(from)) throw new Refusal('proof_status')
    const decision = { to: 'paid', move: 'nothing', by: who.id, reason: null, now } as const
    // who was told of the transfer is not told of its image; what a batch ordered nobody was told of
    const told = row.payout_id === null ? [] : noticesOfDecision(db, row, decision)
    try {
      await runBatch(db, [
        ...(from === 'ordered' ? [...bankStatements(db, row, decision), ...told] : []),
        ...showProof(db, id, key),
        addProofs(db, { proofs: [{ withdraw_id: id, key }], kind: 'payment', by: who.id, now }),
        ...audit('payout.proof', id),
      ])
      return { row: (await withdrawById(db, id)) ?? row, refs: [withdrawRef({ id, step: row.step + 1 })] }
    } catch (error) {
      const refusal = refusalOf(error)
      if (!isTaken(refusal) && refusal !== 'withdraw_frozen' && refusal !== 'proof_status') throw error
      if (tries === TRIES) throw new Refusal('withdraw_moved')
    }
  }
}
