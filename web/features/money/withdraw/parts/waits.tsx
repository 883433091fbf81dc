// Why a request cannot be decided now: its member is paused, or their withdraws are held; it is frozen in a batch, or it waits for a second person.
import type { WithdrawItem } from '../../../../../contract/money/withdraw.ts'
import type { WithdrawWait } from '../../../../../contract/people/ties.ts'
import { formatMoment, formatNumber } from '../../../../lib/format/format.ts'
import { heldTexts, personTexts, waitTexts, withdrawTexts as texts } from '../../../../texts/indonesian.ts'
import { Badge } from '../../../../ui/badge.tsx'

/** A paused person's request waits until they are active again. */
export const waitsForPause = ({ status, User }: WithdrawItem): boolean =>
  status === 'requested' && User.status === 'paused'
export function Stopped({ item }: { item: WithdrawItem }) {
  if (item.held) return <span className="w-full max-w-60 text-[13px] break-words text-ink-2">{heldTexts.office}</span>
  if (!waitsForPause(item)) return null
  return (
    <>
      <Badge tone="warning">{personTexts.waitsPaused}</Badge>
      <span className="w-full max-w-60 text-[13px] break-words text-ink-2">
        {personTexts.waitsPausedHint(item.User.status_reason ?? '')}
      </span>
    </>
  )
}
const waitText = ({ by, tie, until, objectedAt }: WithdrawWait): string =>
  objectedAt === null
    ? waitTexts.office(by ?? waitTexts.somebody, waitTexts.ties[tie], formatMoment(until))
    : waitTexts.officeStopped(formatMoment(objectedAt))
/** A tied decider waits, it is frozen in a batch, waits for a second person, or needs one because it was accepted before. */
export function Waits({
  item: { stage, payout, acceptedBy, returnAskedBy, acceptedBefore, wait },
}: {
  item: WithdrawItem
}) {
  const isAgain = stage === 'requested' && acceptedBefore && acceptedBy === null
  return (
    <>
      {payout !== null && <Badge tone="neutral">{texts.frozen(formatNumber(payout))}</Badge>}
      {wait !== null && <span className="w-full max-w-60 text-[13px] break-words text-ink-2">{waitText(wait)}</span>}
      {acceptedBy !== null && <span className="w-full text-[13px] text-ink-2">{texts.acceptedBy(acceptedBy)}</span>}
      {returnAskedBy !== null && (
        <span className="w-full text-[13px] text-ink-2">{texts.returnAskedBy(returnAskedBy)}</span>
      )}
      {isAgain && <span className="w-full max-w-60 text-[13px] text-ink-2">{texts.acceptedBefore}</span>}
    </>
  )
}
