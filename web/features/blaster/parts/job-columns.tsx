// What the list says about a blaster's job.
import type { BlasterPhase } from '../../../../contract/blaster.ts'
import { formatMoment, formatNumber, formatSeconds } from '../../../lib/format/format.ts'
import { useCountdown } from '../../../lib/browser/use-countdown.ts'
import { blasterTexts as texts, whatsappTexts } from '../../../texts/indonesian.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-list.tsx'
import { LiveNumber } from '../../../ui/live-number.tsx'
import { ProgressLine } from '../../../ui/progress-line.tsx'
import type { LiveJob } from '../apply-job-events.ts'

const TONES: Record<BlasterPhase, Tone> = {
  sending: 'accent',
  finished: 'success',
  stop: 'neutral',
  error_blast: 'danger',
}
const { columns } = texts
const senderOf = (job: LiveJob): string => job.sender ?? texts.noSender

function Sender({ job }: { job: LiveJob }) {
  return (
    <div className="min-w-0">
      <p className="font-medium tabular-nums">{senderOf(job)}</p>
      <p className="text-[13px] text-ink-2">{texts.by(job.name, formatMoment(job.createdAt))}</p>
    </div>
  )
}

function Doing({ job }: { job: LiveJob }) {
  const left = useCountdown(job.waiting ? job.waitUntil : null)
  if (job.status !== 'sending') return null
  const reason = job.waitReason === null ? '' : whatsappTexts.waits[job.waitReason]
  if (job.waiting && left > 0) return <span>{texts.waiting(formatSeconds(left), reason)}</span>
  return job.target ? <span>{texts.sendingTo(job.target)}</span> : null
}

function Status({ job }: { job: LiveJob }) {
  return (
    <div className="flex min-w-0 flex-col gap-1 text-[13px] text-ink-2 tabular-nums">
      <span className="mb-0.5">
        <Badge tone={TONES[job.phase]} live={job.status === 'sending'}>
          {texts.phases[job.phase]}
        </Badge>
      </span>
      <ProgressLine label={columns.status} percent={job.progress} />
      <span>{texts.place(formatNumber(job.sent), formatNumber(Math.max(job.sent, job.total)))}</span>
      <Doing job={job} />
      {job.count_unknown > 0 && <span>{texts.unknown(formatNumber(job.count_unknown))}</span>}
      {job.count_skipped > 0 && job.skipped.length === 0 && (
        <span>{texts.skipped(formatNumber(job.count_skipped))}</span>
      )}
      {job.skipped.map(({ reason, text, count }) => (
        <span key={reason}>{texts.skippedOf(formatNumber(count), text)}</span>
      ))}
      {job.error && <span className="text-danger-text">{job.error}</span>}
    </div>
  )
}

const count = (value: number) => <LiveNumber value={value} text={formatNumber(value)} />

export const jobColumns = (onStop: (job: LiveJob) => void): Column<LiveJob>[] => [
  { head: columns.sender, card: 'title', className: 'max-w-48', cell: (job) => <Sender job={job} /> },
  {
    head: columns.message,
    card: 'wide',
    className: 'max-w-56',
    cell: (job) => (
      <span className="line-clamp-3 break-words whitespace-pre-wrap" title={job.message}>
        {job.message}
      </span>
    ),
  },
  {
    head: columns.receivers,
    cell: (job) => (job.targets === 'all' ? texts.toAll : texts.toList)(formatNumber(Math.max(job.sent, job.total))),
  },
  { head: columns.success, align: 'right', cell: (job) => count(job.count_success) },
  { head: columns.fail, align: 'right', cell: (job) => count(job.count_fail) },
  { head: columns.status, card: 'wide', className: 'min-w-52', cell: (job) => <Status job={job} /> },
  {
    head: columns.action,
    card: 'foot',
    cell: (job) =>
      job.status === 'sending' ? (
        <Button
          size="sm"
          variant="secondary"
          busy={job.stopping}
          aria-label={texts.stopOf(senderOf(job))}
          onClick={() => onStop(job)}
        >
          {job.stopping ? texts.stopping : texts.stop}
        </Button>
      ) : null,
  },
]
