// What waits for a second person, as the wire shows it.
import type { ApprovalItem } from '../../contract/approvals.ts'
import type { ApprovalRow } from './store.ts'

const detailOf = (row: ApprovalRow): string | null => {
  const payload = JSON.parse(row.payload) as { reason?: string; values?: { name?: string } }
  return payload.reason ?? payload.values?.name ?? null
}
const momentOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
/** @param viewer id of the caller */
export const presentApproval = (row: ApprovalRow, viewer: string): ApprovalItem => ({
  id: row.id,
  kind: row.kind,
  amount: row.amount,
  beneficiary: row.beneficiary,
  detail: detailOf(row),
  status: row.status,
  askedBy: row.asker,
  askedAt: new Date(row.asked_at).toISOString(),
  decidedBy: row.decider,
  decidedAt: momentOf(row.decided_at),
  reason: row.reason,
  mine: row.asked_by === viewer,
  forMe: row.beneficiary_id === viewer,
})
