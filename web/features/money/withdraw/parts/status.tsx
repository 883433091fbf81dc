// The state of a request in words: its label, and for its member one line of cause.
import type { WithdrawItem, WithdrawStage } from '../../../../../contract/money/withdraw.ts'
import { formatDay, formatMoment } from '../../../../lib/format/format.ts'
import { heldTexts, waitTexts, withdrawTexts as texts } from '../../../../texts/indonesian.ts'
import { Badge, type Tone } from '../../../../ui/badge.tsx'
import { goesToOld, mayObject, mayTakeBack } from '../act-rules.ts'

/** Where it stands; a request that its own member took back has a word of its own. */
type Shown = WithdrawStage | 'cancelled'
const shownStatus = ({ stage, cancelled }: WithdrawItem): Shown => (cancelled ? 'cancelled' : stage)
const TONES: Record<Shown, Tone> = {
  requested: 'warning',
  accepted: 'info',
  ordered: 'info',
  paid: 'success',
  returned: 'danger',
  rejected: 'danger',
  cancelled: 'neutral',
}

export function StatusBadge({ item }: { item: WithdrawItem }) {
  if (item.held) return <Badge tone="warning">{heldTexts.badge}</Badge>
  const status = shownStatus(item)
  return <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>
}

const { stages } = texts
const AT_BANK: Partial<Record<WithdrawStage, (item: WithdrawItem) => string>> = {
  accepted: () => stages.accepted,
  ordered: ({ orderedAt, decidedAt }) => stages.ordered(formatMoment(orderedAt ?? decidedAt ?? '')),
  paid: ({ paidAt, decidedAt }) => stages.paid(formatMoment(paidAt ?? decidedAt ?? '')),
}
/** For those who pay out: how far the money of an accepted request is, and the bank's reference. */
export function AtBank({ item }: { item: WithdrawItem }) {
  const text = AT_BANK[item.stage]?.(item)
  if (text === undefined) return null
  return (
    <span className="w-full text-[13px] break-words text-ink-2">
      {text}
      {item.reference !== null && <span className="block">{stages.reference(item.reference)}</span>}
    </span>
  )
}

/** A sentence as people write reasons, ended where they left the dot out. */
const sentence = (reason: string): string => (/[.!?]$/.test(reason) ? reason : `${reason}.`)
const { causes } = texts
/** Of a request that came to nothing, as its member reads it in their list. */
export const refusedCause = (reason: string): string => causes.rejected(sentence(reason))
const withReference = (text: string, { reference }: WithdrawItem): string =>
  reference === null ? text : `${text} ${causes.reference(reference)}`
const CAUSES: Record<Shown, (item: WithdrawItem) => string> = {
  requested: ({ payout, expectedDay, acceptedBefore }) =>
    [
      payout !== null ? causes.frozen : acceptedBefore ? causes.again : causes.requested,
      expectedDay === null ? '' : causes.expected(formatDay(expectedDay)),
    ].join(' '),
  accepted: ({ decidedAt }) => causes.accepted(formatDay(decidedAt ?? '')),
  ordered: (item) => withReference(causes.ordered(formatDay(item.orderedAt ?? item.decidedAt ?? '')), item),
  paid: (item) => withReference(causes.paid(formatDay(item.paidAt ?? item.decidedAt ?? '')), item),
  returned: ({ reason }) => (reason === null ? causes.rejected(causes.noReason) : refusedCause(reason)),
  rejected: ({ reason }) => (reason === null ? causes.rejected(causes.noReason) : refusedCause(reason)),
  cancelled: () => causes.cancelled,
}
const causeOf = (item: WithdrawItem): string => {
  if (item.wait && item.wait.objectedAt !== null) return waitTexts.ownStopped
  return item.held ? heldTexts.own : CAUSES[shownStatus(item)](item)
}
export function Cause({ item }: { item: WithdrawItem }) {
  return (
    <>
      <span className="text-[13px] break-words text-ink-2">{causeOf(item)}</span>
      {goesToOld(item) && (
        <span className="block text-[13px] font-semibold break-words">{causes.oldAccount(mayTakeBack(item))}</span>
      )}
      {mayObject(item) && item.wait && (
        <span className="block text-[13px] font-semibold break-words">
          {waitTexts.own(
            item.wait.by ?? waitTexts.somebody,
            waitTexts.ties[item.wait.tie],
            formatMoment(item.wait.until),
          )}
        </span>
      )}
    </>
  )
}
export function StatusCause({ item }: { item: WithdrawItem }) {
  return (
    <div className="flex flex-col items-start gap-1">
      <StatusBadge item={item} />
      <Cause item={item} />
    </div>
  )
}
