// Stores what needs a second person instead of doing it (rule second-person).
import { Refusal } from '../../../contract/ground/errors.ts'
import type { SQL } from 'drizzle-orm'
import type { Role } from '../../../contract/people/role-table.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { noticesOfAsking } from '../notices/approval-notices.ts'
import { insertApproval, type NewApproval } from './store.ts'

/** Who decides about all but withdraws. */
const ADMINS: readonly Role[] = ['admin', 'dev']
/**
 * For a batch: the question, and word to everybody who could decide about it. Its beneficiary could not.
 * @param roles who decides about this kind
 * @param condition fails the batch where it does not hold
 */
export const askStatements = (
  db: Db,
  approval: NewApproval,
  { roles = ADMINS, condition }: { roles?: readonly Role[]; condition?: SQL } = {},
): Statement[] => {
  const { id, kind, amount, beneficiary_id, by, now } = approval
  const except = beneficiary_id === null ? [] : [beneficiary_id]
  return [
    ...insertApproval(db, approval, condition),
    ...noticesOfAsking(db, { id, of: kind, amount }, { by, now, roles, except }),
  ]
}
/**
 * Writes the question and its audit rows, and answers its id.
 * @param how condition: must hold when the question is written; otherwise nothing is, and the error is question_moved
 * @throws Refusal approval_waits: a question about the same thing waits already
 */
export const askSecond = async (
  db: Db,
  approval: NewApproval,
  audit: Statement[],
  how: Parameters<typeof askStatements>[2] = {},
): Promise<string> => {
  try {
    await runBatch(db, [...askStatements(db, approval, how), ...audit])
  } catch (error) {
    throw refusalOf(error) === 'taken approvals.kind' ? new Refusal('approval_waits') : error
  }
  return approval.id
}
/** What the audit log keeps of a question. */
export const askedEntry = ({ kind, subject, amount }: Pick<NewApproval, 'kind' | 'subject' | 'amount'>) => ({
  kind,
  amount,
  aboutId: subject,
})
