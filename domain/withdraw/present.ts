// A withdraw as the wire shows it.
import type { WithdrawItem } from '../../contract/withdraw.ts'
import { senToRupiah } from '../../contract/money.ts'
import { DEFAULT_SETTINGS } from '../../contract/settings.ts'
import { expectedDay, isCancelled } from './rules.ts'
import type { WithdrawRow } from './store.ts'

export const presentWithdraw = (row: WithdrawRow): WithdrawItem => ({
  id: row.id,
  userId: row.user_id,
  nominal: row.nominal,
  status: row.status,
  balance: senToRupiah(row.balance_sen),
  createdAt: new Date(row.created_at).toISOString(),
  decidedAt: row.decided_at === null ? null : new Date(row.decided_at).toISOString(),
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
