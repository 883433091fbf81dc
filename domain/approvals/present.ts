// What waits for a second person, as the wire shows it.
import type { ApprovalChange, ApprovalItem } from '../../contract/approvals.ts'
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
  ...(patch.level_id === undefined ? [] : changed('level_id', before?.levelName, levelName ?? patch.level_id)),
]
const levelChanges = ({ values, before }: Payload['level']): ApprovalChange[] =>
  values === null
    ? [{ of: 'level_deleted', before: before?.name ?? null, after: null }]
    : [
        ...changed('level_name', before?.name, values.name),
        ...changed('level_fee', before?.blast_fee, values.blast_fee),
        ...changed('level_requirement', before?.requirement_blast, values.requirement_blast),
      ]
const SETTINGS = ['second_person_above', 'second_person_fee_above', 'price'] as const
const settingChanges = ({ before, ...after }: Payload['setting']): ApprovalChange[] =>
  SETTINGS.flatMap((key) => (after[key] === undefined ? [] : changed(key, before?.[key], after[key])))
/** Made of what will be written, so that nothing is written that is not shown. */
const changesOf = (row: ApprovalRow): ApprovalChange[] => {
  if (row.kind === 'price') return priceChanges(payloadOf<'price'>(row))
  if (row.kind === 'level') return levelChanges(payloadOf<'level'>(row))
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
  changes: changesOf(row),
  status: row.status,
  askedBy: row.asker,
  askedAt: new Date(row.asked_at).toISOString(),
  decidedBy: row.decider,
  decidedAt: momentOf(row.decided_at),
  reason: row.reason,
  mine: row.asked_by === viewer,
  forMe: row.beneficiary_id === viewer,
})
