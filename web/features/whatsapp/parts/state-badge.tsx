// How an account stands: its connection, what it is doing, what it waits for.
import { ACCOUNT_TONES } from '../../../lib/format/account-tones.ts'
import { formatSeconds, formatUntil } from '../../../lib/format/format.ts'
import { useCountdown } from '../../../lib/browser/use-countdown.ts'
import type { LiveAccount } from '../../../realtime/apply-event.ts'
import { whatsappTexts as texts } from '../../../texts/indonesian.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ProgressLine } from '../../../ui/progress-line.tsx'

const stateText = (account: LiveAccount): string => {
  if (account.attempting) return texts.attempting(account.attempingCode ?? '')
  if (account.state === 'restricted' && account.restricted_until)
    return texts.restrictedUntil(formatUntil(account.restricted_until, Date.now()))
  return texts.states[account.state]
}

export function StateBadge({ account }: { account: LiveAccount }) {
  return <Badge tone={account.attempting ? 'warning' : ACCOUNT_TONES[account.state]}>{stateText(account)}</Badge>
}

export function RunBadge({ account }: { account: LiveAccount }) {
  const sending = account.status === 'sending'
  return (
    <Badge tone={sending ? 'accent' : 'neutral'} live={sending}>
      {sending ? texts.sendingNow : texts.idle}
    </Badge>
  )
}

/** The number now being sent to, or the wait; nothing while at rest. A check shows how far it is in its own list. */
export function RunDetail({ account }: { account: LiveAccount }) {
  const left = useCountdown(account.waiting ? account.waitUntil : null)
  if (account.status !== 'sending') return null
  const reason = account.waitReason ? ` (${texts.waits[account.waitReason]})` : ''
  const line =
    account.purpose !== 'blast'
      ? texts.checking
      : account.waiting && left > 0
        ? `${texts.waiting(formatSeconds(left))}${reason}`
        : account.target
          ? texts.sendingTo(account.target)
          : ''
  return (
    <div className="flex w-full max-w-60 flex-col gap-1 lg:w-36 text-[13px] text-ink-2 tabular-nums">
      {account.blaster && <span>{texts.blaster}</span>}
      {line && <span>{line}</span>}
      {account.purpose === 'blast' && <ProgressLine label={texts.progress} percent={account.progress} />}
    </div>
  )
}
