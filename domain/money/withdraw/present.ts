// A withdraw as the wire shows it.
import { maskAccount } from '../../../contract/people/account-number.ts'
import type { WithdrawHistory, WithdrawItem } from '../../../contract/money/withdraw.ts'
import { alonePaidFrom, presentBankChange } from '../../people/bank-details/present.ts'
import { senToRupiah } from '../../../contract/ground/money.ts'
import { DEFAULT_SETTINGS } from '../../../contract/ground/settings.ts'
import { iso } from '../../../contract/ground/time.ts'
import type { WithdrawWait } from '../../../contract/people/ties.ts'
import type { ShownWait } from '../../people/ties/waits-store.ts'
import { expectedDay, isCancelled, stageOf } from './rules.ts'
import type { ProofRow, StepRow } from './proof-store.ts'
import type { WithdrawRow } from './store.ts'

const presentWait = (json: string | null): WithdrawWait | null => {
  if (json === null) return null
  const { by, tie, at, until, objectedAt } = JSON.parse(json) as ShownWait
  const written = (moment: number): string => new Date(moment).toISOString()
  return { by, tie, openedAt: written(at), until: written(until), objectedAt: iso(objectedAt) }
}
export const presentWithdraw = (row: WithdrawRow): WithdrawItem => ({
  id: row.id,
  userId: row.user_id,
  nominal: row.nominal,
  status: row.status,
  stage: stageOf(row),
  reference: row.order_reference,
  orderedAt: iso(row.ordered_at),
  paidAt: row.payment === 'paid' ? iso(row.step_at) : null,
  acceptedBefore: row.was_accepted === 1,
  returnAskedBy: row.return_asked_by,
  balance: senToRupiah(row.balance_sen),
  createdAt: new Date(row.created_at).toISOString(),
  decidedAt: iso(row.decided_at),
  decidedBy: row.decider,
  reason: row.status === 'rejected' ? row.reason : null,
  cancelled: isCancelled(row),
  expectedDay:
    row.status === 'requested'
      ? expectedDay(row.created_at, Number(row.payout_days ?? DEFAULT_SETTINGS.payout_days))
      : null,
  payout: row.payout_number,
  acceptedBy: row.status === 'requested' ? row.accepted_by : null,
  hasProof: row.proof_key !== null,
  held: row.status === 'requested' && row.held === 1,
  bankChange: presentBankChange(row.bank_change),
  alonePaidFrom: alonePaidFrom(row.details_replaced_at),
  wait: presentWait(row.wait),
  User: {
    firstname: row.firstname,
    lastname: row.lastname,
    status: row.person_status,
    status_reason: row.person_status === 'active' ? null : row.person_reason,
    account_bank: row.account_bank,
    account_number: row.account_number,
    account_name: row.account_name,
  },
})

/** As lists show it: the whole number is told of one request at a time (rule masked-accounts). */
export const presentListed = (row: WithdrawRow): WithdrawItem => {
  const item = presentWithdraw(row)
  return { ...item, User: { ...item.User, account_number: maskAccount(row.account_number) } }
}
export const presentBankDetails = ({ account_bank, account_number, account_name }: WithdrawRow) => ({
  account_bank,
  account_number,
  account_name,
})

export const presentHistory = (
  { steps, proofs }: { steps: StepRow[]; proofs: ProofRow[] },
  sameNetwork: boolean,
): WithdrawHistory => ({
  sameNetwork,
  steps: steps.map(({ to_status: status, payment, at, name, reason, reference }) => ({
    stage: stageOf({ status, payment: payment === 'none' ? null : payment }),
    at: new Date(at).toISOString(),
    by: name,
    reason,
    reference,
  })),
  proofs: proofs.map(({ n, kind, at, name }) => ({ n, kind, at: new Date(at).toISOString(), by: name })),
})
