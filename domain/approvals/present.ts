// What waits for a second person, as the wire shows it.
import type { ApprovalChange, ApprovalItem } from '../../contract/approvals.ts'
import { presentBankChange } from '../bank-details/present.ts'
import { type Payload, payloadOf } from './payload.ts'
import type { ApprovalRow } from './store.ts'

const detailOf = (row: ApprovalRow): string | null => {
  const payload = JSON.parse(row.payload) as {
    reason?: string
    values?: { name?: string } | null
    before?: { name?: string } | null
  }
  return payload.reason ?? payload.values?.name ?? payload.before?.name ?? null
}
type Value = ApprovalChange['after']
const changed = (of: ApprovalChange['of'], before: Value | undefined, after: Value): ApprovalChange[] =>
  before === after ? [] : [{ of, before: before ?? null, after }]
const priceChanges = ({ before, levelName, ...patch }: Payload['price']): ApprovalChange[] => [
  ...(patch.blast_fee === undefined ? [] : changed('blast_fee', before?.blast_fee, patch.blast_fee)),
  // two levels may have one name
  ...(patch.level_id === undefined || patch.level_id === before?.level_id
    ? []
    : [{ of: 'level_id' as const, before: before?.levelName ?? null, after: levelName ?? patch.level_id }]),
]
/** A price that rises for everybody who comes, whichever level's change makes it so. */
const lowestChanges = ({ lowest }: Payload['level']): ApprovalChange[] =>
  lowest?.after && lowest.after.blast_fee > (lowest.before?.blast_fee ?? 0)
    ? changed('lowest_fee', lowest.before?.blast_fee, lowest.after.blast_fee)
    : []
const levelChanges = (payload: Payload['level']): ApprovalChange[] => {
  const { values, before } = payload
  if (values === null)
    return [{ of: 'level_deleted', before: before?.name ?? null, after: null }, ...lowestChanges(payload)]
  return [
    ...changed('level_name', before?.name, values.name),
    ...changed('level_fee', before?.blast_fee, values.blast_fee),
    ...changed('level_requirement', before?.requirement_blast, values.requirement_blast),
    ...lowestChanges(payload),
  ]
}
const SETTINGS = ['second_person_above', 'decider_day_limit', 'second_person_fee_above', 'price'] as const
const settingChanges = ({ before, ...after }: Payload['setting']): ApprovalChange[] =>
  SETTINGS.flatMap((key) => (after[key] === undefined ? [] : changed(key, before?.[key], after[key])))
/** Made of what will be written, so that nothing is written that is not shown. */
const changesOf = (row: ApprovalRow): ApprovalChange[] => {
  if (row.kind === 'price') return priceChanges(payloadOf<'price'>(row))
  if (row.kind === 'level') return levelChanges(payloadOf<'level'>(row))
  if (row.kind === 'lift') return [{ of: 'stop_lifted', before: row.stopped, after: null }]
  return row.kind === 'setting' ? settingChanges(payloadOf<'setting'>(row)) : []
}
const momentOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
/** @param viewer id of the caller */
export const presentApproval = (row: ApprovalRow, viewer: string): ApprovalItem => ({
  id: row.id,
  kind: row.kind,
  amount: row.amount,
  beneficiary: row.beneficiary,
  detail: detailOf(row),
  account:
    row.beneficiary_id === null || row.kind === 'price'
      ? null
      : {
          bank: row.account_bank ?? '',
          number: row.account_number ?? '',
          name: row.account_name ?? '',
          change: presentBankChange(row.bank_change),
        },
  sameNetwork: row.same_network === 1,
  proof: row.kind === 'return' ? { withdrawId: row.subject, n: payloadOf<'return'>(row).proof } : null,
  changes: changesOf(row),
  status: row.status,
  askedBy: row.asker,
  askedAt: new Date(row.asked_at).toISOString(),
  decidedBy: row.decider,
  decidedAt: momentOf(row.decided_at),
  reason: row.reason,
  mine: row.asked_by === viewer,
  forMe: row.beneficiary_id === viewer,
  tiedUntil: momentOf(row.tied_until),
})
