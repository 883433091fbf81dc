// The columns of the list of one-off blasts.
import { REACH_MAX } from '../../../../../contract/ground/count-max.ts'
import type { OneOffPhase } from '../../../../../contract/sending/one-off.ts'
import { formatMoment, formatNumber, formatSeconds } from '../../../../lib/format/format.ts'
import { isLongWait, waitText } from '../../../../lib/format/wait-text.ts'
import { useLasts } from '../../../../lib/browser/use-lasts.ts'
import { useCountdown } from '../../../../lib/browser/use-countdown.ts'
import { fromServer, oneOffTexts as texts, whatsappTexts } from '../../../../texts/indonesian.ts'
import { Badge, type Tone } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import type { Column } from '../../../../ui/data-list.tsx'
import { LiveNumber } from '../../../../ui/live-number.tsx'
import { ProgressLine } from '../../../../ui/progress-line.tsx'
import type { LiveOneOff } from '../apply-one-off-events.ts'

const TONES: Record<OneOffPhase, Tone> = {
  sending: 'accent',
  finished: 'success',
  stop: 'neutral',
  error_blast: 'danger',
}
const { columns } = texts
export const senderOf = (oneOff: LiveOneOff): string => oneOff.sender ?? texts.noSender

function Sender({ oneOff }: { oneOff: LiveOneOff }) {
  return (
    <div className="lines">
      <p className="font-semibold tabular-nums">{senderOf(oneOff)}</p>
      <p className="text-[13px] text-ink-2">{texts.by(oneOff.name, formatMoment(oneOff.createdAt))}</p>
    </div>
  )
}

function Doing({ oneOff }: { oneOff: LiveOneOff }) {
  const left = useCountdown(oneOff.waiting ? oneOff.waitUntil : null)
  if (oneOff.status !== 'sending') return null
  const { waitReason } = oneOff
  if (oneOff.waiting && left > 0)
    return (
      <>
        {isLongWait(waitReason) && (
          <span className="font-semibold text-ink">{waitText(waitReason, oneOff.waitUntil)}</span>
        )}
        <span>{texts.waiting(formatSeconds(left), waitReason === 'interval' ? whatsappTexts.waitsInterval : '')}</span>
      </>
    )
  return oneOff.target ? <span>{texts.sendingTo(oneOff.target)}</span> : null
}

function Phase({ oneOff }: { oneOff: LiveOneOff }) {
  const left = useCountdown(oneOff.waiting ? oneOff.waitUntil : null)
  const { waitReason, status, phase } = oneOff
  if (status === 'sending' && left > 0 && isLongWait(waitReason))
    return <Badge tone="info">{whatsappTexts.waitingNow}</Badge>
  return (
    <Badge tone={TONES[phase]} live={status === 'sending'}>
      {texts.phases[phase]}
    </Badge>
  )
}

const totalOf = ({ sent, total }: LiveOneOff): string => formatNumber(Math.max(sent, total))
/** Of "All" no more were counted than these. */
const isCounted = ({ targets, total }: LiveOneOff): boolean => targets !== 'all' || total < REACH_MAX
function Status({ oneOff }: { oneOff: LiveOneOff }) {
  return (
    <div className="flex min-w-0 flex-col gap-1 text-[13px] text-ink-2 tabular-nums">
      <span className="mb-0.5">
        <Phase oneOff={oneOff} />
      </span>
      <ProgressLine label={columns.status} percent={oneOff.progress} />
      <span>{(isCounted(oneOff) ? texts.place : texts.placeAtLeast)(formatNumber(oneOff.sent), totalOf(oneOff))}</span>
      <Doing oneOff={oneOff} />
      {oneOff.count_unknown > 0 && <span>{texts.unknown(formatNumber(oneOff.count_unknown))}</span>}
      {oneOff.count_skipped > 0 && oneOff.skipped.length === 0 && (
        <span>{texts.skipped(formatNumber(oneOff.count_skipped))}</span>
      )}
      {oneOff.skipped.map(({ reason, text, count }) => (
        <span key={reason}>{texts.skippedOf(formatNumber(count), fromServer(text))}</span>
      ))}
      {oneOff.error && <span className="text-danger-text">{fromServer(oneOff.error)}</span>}
    </div>
  )
}

const count = (value: number) => <LiveNumber value={value} text={formatNumber(value)} />

export type OneOffAct = 'stop' | 'continue' | 'copy' | 'people'
type Acts = { onAct: (oneOff: LiveOneOff, act: OneOffAct) => void; isBusy: (id: string) => boolean }

/** By then the server has taken the stop, or the button says that nobody knows: what is left is the message in flight. */
const STOPPING_MS = 15_000
/** A stopped one goes on or is copied, a finished one is copied; who got any of them is shown. */
function Actions({ oneOff, onAct, isBusy }: Acts & { oneOff: LiveOneOff }) {
  const sender = senderOf(oneOff)
  const stopping = useLasts(oneOff.stopping, STOPPING_MS) ? whatsappTexts.stopsSoon : texts.stopping
  const isSending = oneOff.status === 'sending'
  return (
    <div className="flex flex-wrap gap-1.5">
      {isSending && (
        <Button
          size="sm"
          variant="secondary"
          busy={oneOff.stopping}
          aria-label={texts.stopOf(sender)}
          onClick={() => onAct(oneOff, 'stop')}
        >
          {oneOff.stopping ? stopping : texts.stop}
        </Button>
      )}
      {!isSending && oneOff.phase !== 'finished' && oneOff.targets !== 'test' && oneOff.state !== 'unknown' && (
        <Button
          size="sm"
          variant="secondary"
          busy={isBusy(oneOff.id)}
          aria-label={texts.resumeOf(sender)}
          onClick={() => onAct(oneOff, 'continue')}
        >
          {texts.resume}
        </Button>
      )}
      <Button
        size="sm"
        variant="secondary"
        aria-label={texts.people.openOf(sender)}
        onClick={() => onAct(oneOff, 'people')}
      >
        {texts.people.open}
      </Button>
      {!isSending && (
        <Button size="sm" variant="ghost" aria-label={texts.copyOf(sender)} onClick={() => onAct(oneOff, 'copy')}>
          {texts.copy}
        </Button>
      )}
    </div>
  )
}

export const oneOffColumns = (acts: Acts): Column<LiveOneOff>[] => [
  { head: columns.sender, card: 'title', className: 'max-w-48', cell: (oneOff) => <Sender oneOff={oneOff} /> },
  {
    head: columns.message,
    card: 'wide',
    className: 'max-w-56',
    cell: (oneOff) => (
      <span className="line-clamp-3 break-words whitespace-pre-wrap" title={oneOff.message}>
        {oneOff.message}
      </span>
    ),
  },
  {
    head: columns.receivers,
    card: 'sub',
    cell: (oneOff) =>
      oneOff.targets === 'test'
        ? texts.toSelf
        : (oneOff.targets === 'list' ? texts.toList : isCounted(oneOff) ? texts.toAll : texts.toAllAtLeast)(
            totalOf(oneOff),
          ),
  },
  { head: columns.success, align: 'right', card: 'sub', cell: (oneOff) => count(oneOff.count_success) },
  { head: columns.fail, align: 'right', card: 'sub', cell: (oneOff) => count(oneOff.count_fail) },
  { head: columns.status, card: 'wide', className: 'min-w-52', cell: (oneOff) => <Status oneOff={oneOff} /> },
  {
    head: columns.action,
    card: 'foot',
    cell: (oneOff) => <Actions oneOff={oneOff} {...acts} />,
  },
]
