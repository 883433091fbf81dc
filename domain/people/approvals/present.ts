// What waits for a second person, as the wire shows it.
import { iso } from '../../../contract/ground/time.ts'
import { maskAccount } from '../../../contract/people/account-number.ts'
import type { ApprovalChange, ApprovalItem } from '../../../contract/people/approvals.ts'
import { presentBankChange } from '../bank-details/present.ts'
import { linkOf } from './link-rules.ts'
import { type Payload, payloadOf } from './payload.ts'
import type { ApprovalRow } from './store.ts'

const detailOf = (row: ApprovalRow): string | null => {
  const payload = JSON.parse(row.payload) as {
    reason?: string
    values?: { name?: string } | null
    before?: { name?: string } | null
  }
  return row.campaign ?? payload.reason ?? payload.values?.name ?? payload.before?.name ?? null
}
type Value = ApprovalChange['after']
/** @param usual where it is steep */
const changed = (
  of: ApprovalChange['of'],
  before: Value | undefined,
  after: Value,
  usual?: number,
): ApprovalChange[] =>
  before === after ? [] : [{ of, before: before ?? null, after, ...steepOf(Number(after), usual) }]
const steepOf = (amount: number, usual: number | undefined): Pick<ApprovalChange, 'steep'> =>
  usual === undefined ? {} : { steep: { amount, usual } }
const priceChanges = (
  { campaign, before, levelName, ...patch }: Payload['price'],
  amount: number,
): ApprovalChange[] => {
  if (campaign)
    return [{ of: 'campaign_price', before: campaign.before, after: amount, ...steepOf(amount, campaign.usual) }]
  const { usual } = before ?? {}
  // two levels may have one name
  const byLevel = patch.level_id !== undefined && patch.level_id !== before?.level_id
  const steep = steepOf(amount, usual)
  return [
    ...(patch.blast_fee === undefined
      ? []
      : changed('blast_fee', before?.blast_fee, patch.blast_fee, patch.blast_fee === null ? undefined : usual)),
    ...(byLevel
      ? [
          {
            of: 'level_id' as const,
            before: before?.levelName ?? null,
            after: levelName ?? patch.level_id ?? '',
            ...steep,
          },
        ]
      : []),
  ]
}
/** A price that rises for everybody who comes, whichever level's change makes it so. */
const lowestChanges = ({ lowest, usual }: Payload['level']): ApprovalChange[] =>
  lowest?.after && lowest.after.blast_fee > (lowest.before?.blast_fee ?? 0)
    ? changed('lowest_fee', lowest.before?.blast_fee, lowest.after.blast_fee, usual?.lowest)
    : []
/** A level that asks for less gives its price, steep or not, to more people. */
const levelSooner = ({ values, before, usual }: Payload['level']): ApprovalChange[] => {
  if (!values) return []
  const isSamePrice = before?.blast_fee === values.blast_fee
  return changed('level_requirement', before?.requirement_blast, values.requirement_blast).map((change) => ({
    ...change,
    ...steepOf(values.blast_fee, isSamePrice ? usual?.fee : undefined),
  }))
}
const levelChanges = (payload: Payload['level']): ApprovalChange[] => {
  const { values, before, usual } = payload
  if (values === null)
    return [{ of: 'level_deleted', before: before?.name ?? null, after: null }, ...lowestChanges(payload)]
  return [
    ...changed('level_name', before?.name, values.name),
    ...changed('level_fee', before?.blast_fee, values.blast_fee, usual?.fee),
    ...levelSooner(payload),
    ...lowestChanges(payload),
  ]
}
const SETTINGS = [
  'second_person_above',
  'decider_day_limit',
  'second_person_fee_above',
  'price',
  'referral_percent',
] as const
const usualOfSetting = ({ usual }: Payload['setting'], key: (typeof SETTINGS)[number]): number | undefined =>
  key === 'price' || key === 'referral_percent' ? usual?.[key] : undefined
const settingChanges = (payload: Payload['setting']): ApprovalChange[] =>
  SETTINGS.flatMap((key) => {
    const after = payload[key]
    return after === undefined ? [] : changed(key, payload.before?.[key], after, usualOfSetting(payload, key))
  })
/** Made of what will be written, so that nothing is written that is not shown. */
const changesOf = (row: ApprovalRow): ApprovalChange[] => {
  if (row.kind === 'price') return priceChanges(payloadOf<'price'>(row), row.amount)
  if (row.kind === 'level') return levelChanges(payloadOf<'level'>(row))
  if (row.kind === 'lift') return [{ of: 'stop_lifted', before: row.stopped, after: null }]
  return row.kind === 'setting' ? settingChanges(payloadOf<'setting'>(row)) : []
}
/** @param viewer id of the caller */
export const presentApproval = (row: ApprovalRow, viewer: string): ApprovalItem => ({
  id: row.id,
  kind: row.kind,
  amount: row.amount,
  beneficiary: row.beneficiary,
  detail: detailOf(row),
  link: linkOf(row),
  account:
    row.beneficiary_id === null || row.kind === 'price'
      ? null
      : {
          bank: row.account_bank ?? '',
          number: maskAccount(row.account_number ?? ''),
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
  decidedAt: iso(row.decided_at),
  reason: row.reason,
  mine: row.asked_by === viewer,
  forMe: row.beneficiary_id === viewer,
  tiedUntil: iso(row.tied_until),
  askerStopped: row.status === 'waiting' && row.asker_works === 0,
})
