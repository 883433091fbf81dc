// How an account stands: its connection, what it is doing, what it waits for, how its last blast ended.
import { serverNow } from '../../../../lib/api/server-clock.ts'
import type { Held } from '../../../../../contract/people/pauses.ts'
import type { LastRun } from '../../../../../contract/sending/last-run.ts'
import { ACCOUNT_TONES } from '../../../../lib/format/account-tones.ts'
import { formatSeconds, formatSince, formatUntil } from '../../../../lib/format/format.ts'
import { isLongWait, waitText } from '../../../../lib/format/wait-text.ts'
import { useCountdown } from '../../../../lib/browser/use-countdown.ts'
import type { LiveAccount } from '../../../../realtime/apply-event.ts'
import { pauseTexts, whatsappTexts as texts } from '../../../../texts/indonesian.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { ProgressLine } from '../../../../ui/progress-line.tsx'
import { failureLines, sumsOf, whyEnded } from '../last-run-words.ts'
import { isSuspended } from '../use-activation.ts'

const stateText = (account: LiveAccount): string => {
  if (account.attempting) return texts.attempting(account.attempingCode ?? '')
  if (account.state === 'restricted' && account.restricted_until)
    return texts.restrictedUntil(formatUntil(account.restricted_until, serverNow()))
  return texts.states[account.state]
}

export function StateBadge({ account }: { account: LiveAccount }) {
  return <Badge tone={account.attempting ? 'warning' : ACCOUNT_TONES[account.state]}>{stateText(account)}</Badge>
}

/** The pause of an admin that counts for it now: one of its owner or the place only while it would send. */
const heldIn = ({ held, status }: LiveAccount): Held | null =>
  held?.of === 'account' || status === 'sending' ? held : null

/** Seconds left of a wait that is more than the pause between two messages; 0: there is none, or nobody said why. */
const useLongWait = ({ status, waiting, waitReason, waitUntil }: LiveAccount): number => {
  const left = useCountdown(waiting ? waitUntil : null)
  return status === 'sending' && isLongWait(waitReason) ? left : 0
}

export function RunBadge({ account }: { account: LiveAccount }) {
  const sending = account.status === 'sending'
  const waits = useLongWait(account) > 0
  if (sending && heldIn(account)) return <Badge tone="warning">{pauseTexts.paused}</Badge>
  if (waits) return <Badge tone="info">{texts.waitingNow}</Badge>
  return (
    <Badge tone={sending ? 'accent' : 'neutral'} live={sending}>
      {sending ? texts.sendingNow : texts.idle}
    </Badge>
  )
}

export const PLACE = 'flex w-full max-w-60 flex-col gap-1 lg:w-36 text-[13px] text-ink-2 tabular-nums'

/** The number now being sent to, or the wait; at rest how the last blast ended. A check shows how far it is in its own list. */
export function RunDetail({ account }: { account: LiveAccount }) {
  const held = heldIn(account)
  if (held) return <Paused held={held} account={account} />
  if (account.status === 'sending') return <Work account={account} />
  return account.last_run && !isSuspended(account) ? <Report run={account.last_run} /> : null
}

function Paused({ held, account }: { held: Held; account: LiveAccount }) {
  return (
    <div className={PLACE}>
      {held.of === 'account' ? (
        <>
          <span className="font-semibold text-warning-text">
            {pauseTexts.account(held.by, formatSince(held.since))}
          </span>
          <span className="break-words">{held.reason}</span>
        </>
      ) : (
        <span className="font-semibold text-ink">{held.of === 'person' ? pauseTexts.person : pauseTexts.place}</span>
      )}
      {account.status === 'sending' && account.purpose === 'blast' && (
        <ProgressLine label={texts.progress} percent={account.progress} />
      )}
    </div>
  )
}

function Work({ account }: { account: LiveAccount }) {
  const { waitReason } = account
  const left = useCountdown(account.waiting ? account.waitUntil : null)
  const waits = account.waiting && left > 0
  const reason = waitReason === 'interval' ? ` (${texts.waitsInterval})` : ''
  const line =
    account.purpose !== 'blast'
      ? texts.checking
      : waits
        ? `${texts.waiting(formatSeconds(left))}${reason}`
        : account.target
          ? texts.sendingTo(account.target)
          : ''
  return (
    <div className={PLACE}>
      {account.blaster && <span>{texts.blaster}</span>}
      {account.campaign && <span className="break-words">{texts.ofCampaign(account.campaign)}</span>}
      {waits && isLongWait(waitReason) && (
        <span className="font-semibold text-ink">{waitText(waitReason, account.waitUntil)}</span>
      )}
      {line && <span>{line}</span>}
      {account.purpose === 'blast' && <ProgressLine label={texts.progress} percent={account.progress} />}
    </div>
  )
}

const endOf = ({ endedAt }: LastRun): string => texts.lastRun.title(formatUntil(endedAt, serverNow()))

function Report({ run }: { run: LastRun }) {
  const why = whyEnded(run)
  return (
    <div className={PLACE}>
      {why && <span className="font-semibold text-ink">{why}</span>}
      {run.sent > 0 && (
        <>
          <span>{endOf(run)}</span>
          <span>{sumsOf(run)}</span>
          {failureLines(run).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </>
      )}
    </div>
  )
}
