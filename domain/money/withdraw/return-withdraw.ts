// The bank sent money back: one person says so with a proof, and another one approves it at any amount (rules bank-return,
// second-person).
import type { Rupiah } from '../../../contract/ground/money.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import { askedEntry } from '../../people/approvals/ask-second.ts'
import { insertReturns } from '../../people/approvals/return-store.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { askedRef, noticesOfAsking } from '../../people/notices/approval-notices.ts'
import { noticesOfDecision, rolesThatPayOut, withdrawRef } from '../../people/notices/withdraw-notices.ts'
import { readSettings } from '../../ground/settings/store.ts'
import { type Audit, isTaken } from './decide-withdraw.ts'
import { bankStatements, mustDecideAbout, mustNotSteer } from './order-withdraw.ts'
import { addProofs } from './proof-store.ts'
import { isOrdered, stageOf } from './rules.ts'
import { type WithdrawRow, withdrawById } from './store.ts'

type Who = { id: string; role: Role }
/** reason: for the member. */
type Returned = { withdrawId: string; userId: string; nominal: Rupiah; reason: string }
/**
 * For a batch: a question of each returned request, with the file that shows it, and one word to everybody who could decide.
 * @param key of that file in the bucket. refs: of the notices.
 */
export const returnStatements = (
  db: Db,
  returned: readonly Returned[],
  { by, key, now, staffCanProcess }: { by: string; key: string; now: number; staffCanProcess: boolean },
  audit: Audit,
): { statements: Statement[]; refs: string[] } => {
  const questions = returned.map((one) => ({ ...one, id: crypto.randomUUID() }))
  const [first] = questions
  if (!first) return { statements: [], refs: [] }
  const amount = questions.reduce((sum, { nominal }) => sum + nominal, 0)
  const except = questions.length === 1 ? [first.userId] : []
  const proofs = questions.map(({ withdrawId }) => ({ withdraw_id: withdrawId, key }))
  const statements = [
    addProofs(db, { proofs, kind: 'return', by, now }),
    insertReturns(db, questions, by, now),
    ...noticesOfAsking(
      db,
      { id: first.id, of: 'return', amount },
      { by, now, roles: rolesThatPayOut(staffCanProcess), except },
    ),
    ...questions.flatMap(({ id, withdrawId, nominal }) =>
      audit('approval.ask', id, undefined, askedEntry({ kind: 'return', subject: withdrawId, amount: nominal })),
    ),
  ]
  return { statements, refs: [askedRef(first.id)] }
}

/** @throws Refusal not_found, forbidden, withdraw_own, withdraw_not_ordered. */
export const mustBeOrdered = async (db: Db, who: Who, id: string): Promise<WithdrawRow> => {
  const row = await mustDecideAbout(db, who, id)
  if (!isOrdered(stageOf(row))) throw new Refusal('withdraw_not_ordered')
  return row
}
/** @throws as mustBeOrdered, and Refusal decider_tied or approval_waits. */
export const askReturn = async (
  db: Db,
  who: Who,
  { id, reason, key, now }: { id: string; reason: string; key: string; now: number },
  audit: Audit,
): Promise<{ row: WithdrawRow; refs: string[] }> => {
  const [row, { staff_can_process: staffCanProcess }] = await Promise.all([
    mustBeOrdered(db, who, id),
    readSettings(db),
  ])
  await mustNotSteer(db, who, row, now)
  const returned = { withdrawId: id, userId: row.user_id, nominal: row.nominal, reason }
  const { statements, refs } = returnStatements(db, [returned], { by: who.id, key, now, staffCanProcess }, audit)
  try {
    await runBatch(db, statements)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === 'taken approvals.kind') throw new Refusal('approval_waits')
    throw refusal === 'question_moved' ? new Refusal('withdraw_not_ordered') : error
  }
  return { row: (await withdrawById(db, id)) ?? row, refs }
}

/**
 * The second person's approval: the money is the member's again.
 * @param close what closes the question, in the same batch
 * @throws Refusal approval_moved, where the request is not ordered any more.
 */
export const returnWithdraw = async (
  db: Db,
  { id, by, reason, now }: { id: string; by: string; reason: string; now: number },
  close: readonly Statement[],
  audit: Audit,
): Promise<string[]> => {
  const row = await withdrawById(db, id)
  if (!row || !isOrdered(stageOf(row))) throw new Refusal('approval_moved')
  const decision = { to: 'returned', move: 'release', by, reason, now } as const
  try {
    await runBatch(db, [
      ...bankStatements(db, row, decision),
      ...close,
      ...noticesOfDecision(db, row, decision),
      ...audit('withdraw.returned', id, { stage: stageOf(row) }, { nominal: row.nominal, reason }),
    ])
  } catch (error) {
    const refusal = refusalOf(error)
    throw isTaken(refusal) || refusal === 'withdraw_frozen' ? new Refusal('approval_moved') : error
  }
  return [withdrawRef({ id, step: row.step + 1 })]
}
