// What of a request is offered to those who pay out: only what the server allows where it stands (rule paid-is-paid).
import type { WithdrawHistory, WithdrawItem, WithdrawStage } from '../../../../contract/money/withdraw.ts'

export type Act = 'accepted' | 'rejected' | 'requested' | 'ordered' | 'returned'
const ACTS: Record<WithdrawStage, readonly Act[]> = {
  requested: ['accepted', 'rejected'],
  accepted: ['ordered', 'requested'],
  ordered: ['returned'],
  paid: ['returned'],
  returned: ['requested'],
  rejected: ['requested'],
}
type Item = Pick<WithdrawItem, 'stage' | 'cancelled' | 'payout' | 'returnAskedBy'>
/**
 * What its member took back stays so. What is frozen waits for its batch, until the bank has it; and what one person says the bank sent
 * back waits for the second.
 */
export const actsOf = ({ stage, cancelled, payout, returnAskedBy }: Item): readonly Act[] => {
  const isFrozen = payout !== null && stage === 'requested'
  return cancelled || isFrozen || returnAskedBy !== null ? [] : ACTS[stage]
}
type Note = 'acceptedBefore' | 'heldAgain' | 'secondThen'
/** What follows of an act that its question does not say by itself: once accepted, it takes two people for ever. */
export const notesOf = (
  { status, acceptedBefore }: Pick<WithdrawItem, 'status' | 'acceptedBefore'>,
  act: Act,
): readonly Note[] => {
  if (act === 'accepted') return acceptedBefore ? ['acceptedBefore'] : []
  if (act !== 'requested') return []
  const takesTwo = status === 'accepted' || acceptedBefore
  return [...(status === 'rejected' ? ['heldAgain' as const] : []), ...(takesTwo ? ['secondThen' as const] : [])]
}
/** What decidedBy and decidedAt tell of: of an accepted request its acceptance, however far its money is meanwhile. */
export const decisionOf = ({ status, stage }: Pick<WithdrawItem, 'status' | 'stage'>): WithdrawStage =>
  status === 'accepted' ? 'accepted' : stage
/** The money is at the bank, so that an image can prove its payment. */
export const takesProof = ({ stage }: Pick<WithdrawItem, 'stage'>): boolean => stage === 'ordered' || stage === 'paid'
/** What was done with an accepted request since, by whoever was faster: its money is not to be transferred now; null: nothing. */
export const movedSince = ({ steps }: Pick<WithdrawHistory, 'steps'>): WithdrawHistory['steps'][number] | null => {
  const last = steps.at(-1)
  return last === undefined || last.stage === 'accepted' ? null : last
}
/** Its member says *Bukan saya* to a wait until the bank has the order (rule wait-objection). */
export const mayObject = ({ stage, wait }: Pick<WithdrawItem, 'stage' | 'wait'>): boolean =>
  wait !== null && wait.objectedAt === null && (stage === 'requested' || stage === 'accepted')
/** Its member takes back what waits by itself and was never accepted (rule withdraw-cancel). */
export const mayTakeBack = ({
  stage,
  payout,
  acceptedBefore,
}: Pick<WithdrawItem, 'stage' | 'payout' | 'acceptedBefore'>): boolean =>
  stage === 'requested' && payout === null && !acceptedBefore
/** Its money has not left, and goes to details that are no longer the member's: a request keeps those of its own moment. */
export const goesToOld = ({
  stage,
  createdAt,
  bankChange,
}: Pick<WithdrawItem, 'stage' | 'createdAt' | 'bankChange'>): boolean =>
  (stage === 'requested' || stage === 'accepted') && bankChange !== null && bankChange.at > createdAt
