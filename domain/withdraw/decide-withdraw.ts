// Requests a withdraw, and decides about one (rules withdraw-reserved, bonus).
import { Refusal } from '../../contract/errors.ts'
import { MIN_WITHDRAW_RUPIAH } from '../../contract/money.ts'
import type { Role } from '../../contract/role-table.ts'
import { isConflict } from '../db/conflict.ts'
import type { Db, Statement } from '../db/connection.ts'
import { noticesOfDecision, noticesOfRequest } from '../notices/withdraw-notices.ts'
import { userById } from '../users/store.ts'
import { readSettings } from '../settings/store.ts'
import { bankComplete, mayDecide, moveOf, type WithdrawStatus } from './rules.ts'
import { applyDecision, insertWithdraw, type WithdrawRow, withdrawById } from './store.ts'

/** @throws Refusal withdraw_minimum, withdraw_profile (code 1) or withdraw_balance. */
export const requestWithdraw = async (
  db: Db,
  request: { userId: string; nominal: number; now: number },
  audit: (id: string) => Statement[],
): Promise<WithdrawRow> => {
  if (request.nominal < MIN_WITHDRAW_RUPIAH) throw new Refusal('withdraw_minimum')
  const bank = await userById(db, request.userId)
  if (!bank || !bankComplete(bank)) throw new Refusal('withdraw_profile', { wireCode: 1 })
  const id = crypto.randomUUID()
  const more = [...audit(id), ...(await noticesOfRequest(db, { id, ...request }))]
  if (!(await insertWithdraw(db, { id, ...request, bank }, more))) throw new Refusal('withdraw_balance')
  const row = await withdrawById(db, id)
  if (!row) throw new Refusal('not_found')
  return row
}

/** @throws Refusal not_found, forbidden, withdraw_own, withdraw_moved, withdraw_balance or withdraw_negative. */
export const decideWithdraw = async (
  db: Db,
  who: { id: string; role: Role },
  request: { id: string; to: WithdrawStatus; now: number },
  audit: (before: WithdrawRow) => Statement[],
): Promise<WithdrawRow> => {
  const [row, settings] = await Promise.all([withdrawById(db, request.id), readSettings(db)])
  if (!row) throw new Refusal('not_found')
  const refusal = mayDecide(who, row.user_id, settings.staff_can_process)
  if (refusal) throw new Refusal(refusal)
  const move = moveOf(row.status, request.to)
  if (!move) throw new Refusal('withdraw_moved')
  const more = [...audit(row), ...noticesOfDecision(db, row, request)]
  try {
    const applied = await applyDecision(db, row, { to: request.to, move, by: who.id, now: request.now }, more)
    if (applied !== 'done') throw new Refusal(applied === 'short' ? 'withdraw_balance' : 'withdraw_negative')
  } catch (error) {
    if (isConflict(error, 'withdraw_steps') || isConflict(error, 'ledger.ref')) throw new Refusal('withdraw_moved')
    throw error
  }
  // read again, because the answer shows the balance after the decision
  return { ...((await withdrawById(db, row.id)) ?? row), status: request.to }
}
