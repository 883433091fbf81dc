// A payout batch and its lines as the wire shows them.
import { maskAccount } from '../../../contract/people/account-number.ts'
import { presentBankChange } from '../../people/bank-details/present.ts'
import type { PayoutItem, PayoutLine } from '../../../contract/money/payouts.ts'
import { stageOf } from '../withdraw/rules.ts'
import type { LineRow, PayoutRow } from './store.ts'

export const secondOf = (row: PayoutRow): PayoutItem['second'] => {
  if (row.needs_second === 0) return 'none'
  return row.approved_by === null ? 'waiting' : 'approved'
}
export const presentPayout = (row: PayoutRow): PayoutItem => ({
  id: row.id,
  number: row.number,
  status: row.status,
  count: row.count,
  total: row.total,
  accepted: row.accepted,
  returned: row.returned,
  createdAt: new Date(row.created_at).toISOString(),
  createdBy: row.creator,
  mine: row.mine === 1,
  fetchedAt: row.fetched_at === null ? null : new Date(row.fetched_at).toISOString(),
  second: secondOf(row),
  approvedBy: row.approver,
  tiedUntil: row.tied_until === null ? null : new Date(row.tied_until).toISOString(),
  askerStopped: row.status === 'frozen' && secondOf(row) === 'waiting' && row.asker_works === 0,
})
/** A batch's lines are a list; its file has the whole numbers (rule masked-accounts). */
export const presentLine = (line: LineRow): PayoutLine => ({
  withdrawId: line.withdraw_id,
  userId: line.user_id,
  reference: line.reference,
  status: line.status,
  reason: line.reason,
  nominal: line.nominal,
  member: line.member,
  account_bank: line.account_bank,
  account_number: maskAccount(line.account_number),
  account_name: line.account_name,
  bankChange: presentBankChange(line.bank_change),
  stage: stageOf({ status: line.request_status, payment: line.payment }),
  returnWaits: line.return_waits === 1,
  hasProof: line.proof_key !== null,
})
