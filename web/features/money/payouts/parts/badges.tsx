// The state of a batch and of its lines in words.
import type { LineStatus, PayoutItem } from '../../../../../contract/money/payouts.ts'
import { payoutTexts as texts } from '../../../../texts/indonesian.ts'
import { Badge, type Tone } from '../../../../ui/badge.tsx'

const TONES: Record<PayoutItem['status'], Tone> = { frozen: 'warning', done: 'success', released: 'neutral' }
export function PayoutBadges({ payout }: { payout: PayoutItem }) {
  return (
    <div className="flex flex-wrap gap-1">
      <Badge tone={TONES[payout.status]}>{texts.statuses[payout.status]}</Badge>
      {payout.status === 'frozen' && payout.second === 'waiting' && <Badge tone="danger">{texts.secondWaits}</Badge>}
    </div>
  )
}
const LINE_TONES: Record<LineStatus, Tone> = {
  waiting: 'warning',
  accepted: 'success',
  returned: 'danger',
  released: 'neutral',
}
export function LineBadge({ status }: { status: LineStatus }) {
  return <Badge tone={LINE_TONES[status]}>{texts.lineStatuses[status]}</Badge>
}
