// The state of a request in words: its label, and for its member one line of cause.
import type { WithdrawItem } from '../../../../contract/withdraw.ts'
import { formatDay } from '../../../lib/format/format.ts'
import { heldTexts, withdrawTexts as texts } from '../../../texts/indonesian.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'

/** The wire's status; a request that its own member took back has a word of its own. */
type Shown = WithdrawItem['status'] | 'cancelled'
const shownStatus = ({ status, cancelled }: WithdrawItem): Shown => (cancelled ? 'cancelled' : status)
const TONES: Record<Shown, Tone> = {
  requested: 'warning',
  accepted: 'success',
  rejected: 'danger',
  cancelled: 'neutral',
}

export function StatusBadge({ item }: { item: WithdrawItem }) {
  if (item.held) return <Badge tone="warning">{heldTexts.badge}</Badge>
  const status = shownStatus(item)
  return <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
}

/** A sentence as people write reasons, ended where they left the dot out. */
const sentence = (reason: string): string => (/[.!?]$/.test(reason) ? reason : `${reason}.`)
const { causes } = texts
const CAUSES: Record<Shown, (item: WithdrawItem) => string> = {
  requested: ({ payout, expectedDay }) =>
    [
      payout === null ? causes.requested : causes.frozen,
      expectedDay === null ? '' : causes.expected(formatDay(expectedDay)),
    ].join(' '),
  accepted: ({ decidedAt }) => causes.accepted(formatDay(decidedAt ?? '')),
  rejected: ({ reason }) => causes.rejected(reason === null ? causes.noReason : sentence(reason)),
  cancelled: () => causes.cancelled,
}
export function StatusCause({ item }: { item: WithdrawItem }) {
  return (
    <div className="flex flex-col items-start gap-1">
      <StatusBadge item={item} />
      <span className="text-[13px] break-words text-ink-2">
        {item.held ? heldTexts.own : CAUSES[shownStatus(item)](item)}
      </span>
    </div>
  )
}
