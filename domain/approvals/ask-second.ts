// Stores what needs a second person instead of doing it (rule second-person).
import { Refusal } from '../../contract/errors.ts'
import type { SQL } from 'drizzle-orm'
import { type Db, runBatch, type Statement } from '../db/connection.ts'
import { insertApproval, isAskedAlready, type NewApproval } from './store.ts'

/**
 * Writes the question and its audit rows, and answers its id.
 * @param condition must hold when the question is written; otherwise nothing is, and the error is one that isApprovalRefused recognises
 * @throws Refusal approval_waits: a question about the same thing waits already
 */
export const askSecond = async (
  db: Db,
  approval: NewApproval,
  audit: Statement[],
  condition?: SQL,
): Promise<string> => {
  try {
    await runBatch(db, [insertApproval(db, approval, condition), ...audit])
  } catch (error) {
    throw isAskedAlready(error) ? new Refusal('approval_waits') : error
  }
  return approval.id
}
/** What the audit log keeps of a question. */
export const askedEntry = ({ kind, subject, amount }: Pick<NewApproval, 'kind' | 'subject' | 'amount'>) => ({
  kind,
  amount,
  aboutId: subject,
})
