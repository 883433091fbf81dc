// Requests a withdraw, decides about one, and takes one's own back (rules withdraw-reserved, withdraw-cancel, paid-is-paid, bonus,
// day-limits, decider-ties, decider-wait, bank-change).
import { Refusal } from '../../../contract/ground/errors.ts'
import { MIN_WITHDRAW_RUPIAH, type Rupiah } from '../../../contract/ground/money.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import type { AuditAction } from '../../../contract/record/audit.ts'
import { askedEntry, askSecond } from '../../people/approvals/ask-second.ts'
import { refuseStoppedAsker, refuseTied } from '../../people/approvals/refuse-tied.ts'
import { approveStatements, dropWaiting, waitingAbout, waitingAskers } from '../../people/approvals/store.ts'
import { type Deciding, dayDecision, needsSecondToday } from '../day-limits/store.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refusalOf, type Refused } from '../../ground/db/refusals.ts'
import {
  askedRef,
  decidedRef,
  droppedRef,
  noticesOfDropped,
  noticesOfSecond,
} from '../../people/notices/approval-notices.ts'
import {
  noticesOfDecision,
  noticesOfRequest,
  rolesThatPayOut,
  withdrawRef,
} from '../../people/notices/withdraw-notices.ts'
import { refusePayHeld } from '../../people/holds/pay-hold-store.ts'
import { stoppedRefusal } from '../../people/users/stopped.ts'
import { userById } from '../../people/users/store.ts'
import { readSettings } from '../../ground/settings/store.ts'
import { refuseSteering } from '../../people/ties/refuse-steering.ts'
import { bankComplete, isCancelled, isOrdered, mayDecide, moveOf, stageOf, type WithdrawStatus } from './rules.ts'
import { applyDecision, canBeAsked } from './step-store.ts'
import { insertWithdraw, type WithdrawRow, withdrawById } from './store.ts'

/** @throws Refusal withdraw_minimum, withdraw_profile (code 1), withdraw_balance or, of a stopped person, person_paused. */
export const requestWithdraw = async (
  db: Db,
  request: { userId: string; nominal: Rupiah; now: number },
  audit: (id: string) => Statement[],
): Promise<WithdrawRow> => {
  if (request.nominal < MIN_WITHDRAW_RUPIAH) throw new Refusal('withdraw_minimum')
  const bank = await userById(db, request.userId)
  if (!bank || !bankComplete(bank)) throw new Refusal('withdraw_profile', { wireCode: 1 })
  const id = crypto.randomUUID()
  const more = [...audit(id), ...(await noticesOfRequest(db, { id, ...request }))]
  try {
    if (!(await insertWithdraw(db, { id, ...request, bank }, more))) throw new Refusal('withdraw_balance')
  } catch (error) {
    if (refusalOf(error) !== 'person_stopped') throw error
    throw (await stoppedRefusal(db, request.userId)) ?? new Refusal('person_paused')
  }
  const row = await withdrawById(db, id)
  if (!row) throw new Refusal('not_found')
  return row
}

const NOT_APPLIED = {
  short: 'withdraw_balance',
  'below zero': 'withdraw_negative',
  paused: 'withdraw_paused',
  frozen: 'withdraw_frozen',
  held: 'withdraw_held',
} as const

export type Audit = (action: AuditAction, target: string, before?: unknown, after?: unknown) => Statement[]
type Request = {
  id: string
  to: WithdrawStatus
  reason?: string | undefined
  /** The question that this acceptance answers; absent: whatever waits about it. */
  answers?: string
  now: number
}
/**
 * @throws Refusal not_found, forbidden, withdraw_own, withdraw_moved, withdraw_cancelled, withdraw_ordered, withdraw_balance,
 * withdraw_negative, withdraw_paused, withdraw_held, pay_held, withdraw_frozen, of an acceptance decider_tied or what its wait says, of one that needs a second person
 * approval_own, approval_tied, asker_stopped or, where its question waits no more, approval_moved.
 * asked: nothing was decided, because the acceptance waits for a second person now: of its amount, or because it was accepted before
 * (rules second-person, bank-return).
 * refs: of the notices about it.
 */
export const decideWithdraw = async (
  db: Db,
  who: { id: string; role: Role },
  { id, to, reason, answers, now }: Request,
  audit: Audit,
): Promise<{ row: WithdrawRow; asked: boolean; refs: string[] }> => {
  const [row, settings, waiting] = await Promise.all([
    withdrawById(db, id),
    readSettings(db),
    waitingAbout(db, 'withdraw', id, { id: who.id, now }),
  ])
  if (!row) throw new Refusal('not_found')
  const refusal = mayDecide(who, row.user_id, settings.staff_can_process)
  if (refusal) throw new Refusal(refusal)
  // an answer to what was answered meanwhile does not ask a second time
  if (answers !== undefined && waiting?.id !== answers) throw new Refusal('approval_moved')
  if (isCancelled(row)) throw new Refusal('withdraw_cancelled')
  const from = stageOf(row)
  if (isOrdered(from)) throw new Refusal('withdraw_ordered')
  const move = moveOf(from, to)
  if (!move) throw new Refusal('withdraw_moved')
  const act = { by: who.id, roles: rolesThatPayOut(settings.staff_can_process), now }
  if (to === 'accepted') {
    await refuseSteering(db, act, lineOf(row), true)
    await refusePayHeld(db)
  }
  const decision = { to, move, by: who.id, reason: (to === 'rejected' && reason) || null, now }
  const more = [
    ...audit('withdraw.update', id, { status: row.status }, { status: to, ...(reason ? { reason } : {}) }),
    ...noticesOfDecision(db, row, decision),
  ]
  const needs = row.was_accepted === 1 || (await needsSecondToday(db, decidingOf(row, who.id, now)))
  if (to === 'accepted' && !waiting && needs) {
    if (row.payout_number !== null) throw new Refusal('withdraw_frozen')
    try {
      // a decision or a freeze that came meanwhile has answered the question
      const [question, entry] = questionOf(row, who.id, now, audit)
      const how = { roles: rolesThatPayOut(settings.staff_can_process), condition: canBeAsked(id) }
      const refs = [askedRef(await askSecond(db, question, entry, how))]
      return { row: (await withdrawById(db, id)) ?? row, asked: true, refs }
    } catch (error) {
      throw refusalOf(error) === 'question_moved' ? new Refusal('withdraw_moved') : error
    }
  }
  const isMine = waiting?.asked_by === who.id
  // what it was asked for may be over since: then it is done alone, and the question comes to nothing
  if (to === 'accepted' && isMine && needs) throw new Refusal('approval_own')
  const asSecond = to === 'accepted' && !isMine && waiting
  if (asSecond) {
    refuseTied(waiting)
    refuseStoppedAsker(waiting)
    const about = { kind: waiting.kind, amount: waiting.amount }
    more.push(
      ...approveStatements(db, waiting.id, who.id, now),
      ...noticesOfSecond(
        db,
        { id: waiting.id, of: 'withdraw', amount: waiting.amount, askedBy: waiting.asked_by },
        { outcome: 'approved', by: who.id, now },
      ),
      ...audit('approval.approve', waiting.id, undefined, about),
    )
  }
  if (to === 'accepted') more.push(...dayDecision(db, decidingOf(row, who.id, now), { alone: !asSecond }))
  // whatever was asked since this was read comes to nothing with the decision
  more.push(...dropQuestion(db, row, who.id, now))
  try {
    const applied = await applyDecision(db, row, decision, more)
    if (applied === 'held') await refusePayHeld(db)
    if (applied !== 'done') throw new Refusal(NOT_APPLIED[applied])
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === 'decider_steers' || refusal === 'approval_moved') {
      await refuseSteering(db, act, lineOf(row), true)
      const still = await waitingAbout(db, 'withdraw', id, { id: who.id, now })
      if (still) refuseStoppedAsker(still)
      throw new Refusal('approval_moved')
    }
    // by what was decided since this was judged it needs a second person, who is asked now
    if (refusal === 'day_limit')
      return decideWithdraw(db, who, { id, to, reason, ...(answers === undefined ? {} : { answers }), now }, audit)
    if (!isTaken(refusal)) throw error
    throw await movedRefusal(db, row.id)
  }
  // read again, because the answer shows the balance after the decision
  const decided = { ...((await withdrawById(db, row.id)) ?? row), status: to }
  const step = { id, step: row.step + 1 }
  const refs = [withdrawRef(step), droppedRef(step), ...(asSecond ? [decidedRef(asSecond.id)] : [])]
  return { row: decided, asked: false, refs }
}
/** Somebody took the next step first: what it was. */
export const movedRefusal = async (db: Db, id: string): Promise<Refusal> => {
  const present = await withdrawById(db, id)
  if (present && isCancelled(present)) return new Refusal('withdraw_cancelled')
  return new Refusal(present && isOrdered(stageOf(present)) ? 'withdraw_ordered' : 'withdraw_moved')
}
/** As what ties somebody to its member is asked by. */
export const lineOf = ({ id, user_id, firstname, lastname }: WithdrawRow) => ({
  userId: user_id,
  withdrawId: id,
  member: `${firstname} ${lastname}`.trim(),
})
const decidingOf = (row: WithdrawRow, by: string, now: number): Deciding => ({
  kind: 'withdraw',
  by,
  now,
  lines: [{ subject: row.id, beneficiaryId: row.user_id, amount: row.nominal }],
})
/** Whatever waits about it comes to nothing with its next step, and the person who asked is told. */
const dropQuestion = (db: Db, row: WithdrawRow, by: string, now: number): Statement[] => [
  ...noticesOfDropped(
    db,
    { of: 'withdraw', amount: row.nominal, ref: droppedRef({ id: row.id, step: row.step + 1 }) },
    { askers: waitingAskers('withdraw', row.id, by), by, now },
  ),
  dropWaiting(db, 'withdraw', row.id, { by, now }),
]
const questionOf = (row: WithdrawRow, by: string, now: number, audit: Audit) => {
  const [id, amount] = [crypto.randomUUID(), row.nominal]
  const about = { kind: 'withdraw' as const, subject: row.id, amount }
  const question = { id, ...about, beneficiary_id: row.user_id, payload: {}, by, now }
  return [question, audit('approval.ask', id, undefined, askedEntry(about))] as const
}

/** Somebody else took the step first; nothing of this one was written. */
export const isTaken = (refusal: Refused | undefined): boolean =>
  refusal === 'taken withdraw_steps.withdraw_id' || refusal === 'taken ledger.ref'

/**
 * Takes back a request that waits, and gives its money back, once: the step is a unique row, written with the ledger entry, so of
 * two that come together one writes nothing. That one is asked where the request stands now. One that is cancelled already is
 * answered as it is, so that an answer that got lost can be asked for again.
 * @param row belongs to the caller
 * @throws Refusal withdraw_decided, withdraw_once_accepted or withdraw_frozen.
 */
export const cancelWithdraw = async (
  db: Db,
  row: WithdrawRow,
  now: number,
  audit: Statement[],
): Promise<{ row: WithdrawRow; moved: boolean }> => {
  if (isCancelled(row)) return { row, moved: false }
  if (row.status !== 'requested') throw new Refusal('withdraw_decided')
  // the person who accepted it may have ordered the transfer, so the office alone decides about it (rule bank-return)
  if (row.was_accepted === 1) throw new Refusal('withdraw_once_accepted')
  const decision = { to: 'rejected', move: 'release', by: row.user_id, reason: null, now } as const
  let moved = true
  try {
    const more = [...audit, ...dropQuestion(db, row, row.user_id, now)]
    if ((await applyDecision(db, row, decision, more)) === 'frozen') throw new Refusal('withdraw_frozen')
  } catch (error) {
    if (!isTaken(refusalOf(error))) throw error
    moved = false
  }
  const after = await withdrawById(db, row.id)
  if (!after || !isCancelled(after)) throw new Refusal('withdraw_decided')
  return { row: after, moved }
}
