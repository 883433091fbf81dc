// All that an approval writes, a line for each: what was there, and what will be (rule approval-as-read).
import type { ApprovalChange, ApprovalItem } from '../../../../contract/people/approvals.ts'
import { formatNumber, formatRupiah } from '../../../lib/format/format.ts'
import { approvalTexts as texts } from '../../../texts/indonesian.ts'

const LIMITS: readonly ApprovalChange['of'][] = ['second_person_above', 'decider_day_limit', 'second_person_fee_above']
/** What counts where there is no price of its own. */
const NOTHING: Partial<Record<ApprovalChange['of'], string>> = { blast_fee: texts.noFee, campaign_price: texts.noPrice }
const valueOf = (of: ApprovalChange['of'], value: ApprovalChange['after']): string => {
  if (value === null) return NOTHING[of] ?? texts.none
  if (typeof value === 'string') return of === 'referral_percent' ? `${value}%` : value
  if (value === 0 && LIMITS.includes(of)) return texts.off
  if (of === 'referral_percent') return `${value}%`
  return of === 'level_requirement' ? formatNumber(value) : formatRupiah(value)
}
const lineOf = ({ of, before, after }: ApprovalChange): string =>
  of === 'level_deleted' || of === 'stop_lifted'
    ? `${texts.changes[of]}: ${valueOf(of, before)}`
    : texts.changeLine(texts.changes[of], valueOf(of, before), valueOf(of, after))

export function Changes({ item }: { item: ApprovalItem }) {
  if (item.changes.length === 0) return null
  return (
    <ul className="mt-1 text-[13px] text-ink-2">
      {item.changes.map((change) => (
        <li key={change.of} className="break-words">
          {lineOf(change)}
          {change.steep && (
            <strong className="block text-danger-text">
              {texts.steep(
                valueOf(change.of === 'referral_percent' ? change.of : 'price', change.steep.amount),
                formatNumber(Math.floor(change.steep.amount / change.steep.usual)),
                valueOf(change.of === 'referral_percent' ? change.of : 'price', change.steep.usual),
              )}
            </strong>
          )}
        </li>
      ))}
    </ul>
  )
}
