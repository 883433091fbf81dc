// The state of a job: its phase, its progress, what it asks or waits for, and why it ended.
import { accountName } from '../../../../../contract/sending/account-name.ts'
import { Link } from 'react-router'
import { CHECK_PHASES, type CheckPhase } from '../../../../../contract/sending/number-checks.ts'
import { MUST_RECONNECT } from '../../../../../contract/sending/whatsapp.ts'
import { ACCOUNT_TONES } from '../../../../lib/format/account-tones.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { useCountdown } from '../../../../lib/browser/use-countdown.ts'
import { checkTexts as texts, fromServer, whatsappTexts } from '../../../../texts/indonesian.ts'
import { Badge, type Tone } from '../../../../ui/badge.tsx'
import { buttonClass } from '../../../../ui/button.tsx'
import { ProgressLine } from '../../../../ui/progress-line.tsx'
import type { Live } from '../apply-check-events.ts'
import { causeOf } from '../cause.ts'
import { linkAddress } from '../kinds.ts'
import { lineOf } from '../line.ts'

const TONES: Record<CheckPhase, Tone> = {
  idle: 'neutral',
  generating: 'accent',
  validating: 'accent',
  finished: 'success',
  stop: 'neutral',
  error_generate: 'danger',
  error_validate: 'danger',
}

export function Sender({ row }: { row: Live }) {
  if (!row.Whatsapp) return <span className="text-ink-2">{texts.noSender}</span>
  const { phonenumber } = row.Whatsapp
  const name = accountName(row.Whatsapp)
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5">
      <div className="min-w-0 max-w-full">
        <p className="truncate font-semibold">{name ?? texts.noName}</p>
        <p className="text-[13px] text-ink-2 tabular-nums">{phonenumber ?? texts.noNumber}</p>
      </div>
      <Badge tone={ACCOUNT_TONES[row.state]}>{whatsappTexts.states[row.state]}</Badge>
      {row.state !== 'connected' && <span className="text-[13px] text-ink-2">{whatsappTexts.causes[row.state]}</span>}
      {MUST_RECONNECT.includes(row.state) && (
        <Link
          to={linkAddress(row.kind, row.Whatsapp.id)}
          aria-label={whatsappTexts.reconnectOf(name ?? phonenumber ?? row.Whatsapp.id)}
          className={buttonClass('secondary', 'sm')}
        >
          {whatsappTexts.reconnect}
        </Link>
      )}
    </div>
  )
}

function PhaseBadge({ row }: { row: Live }) {
  const phase = CHECK_PHASES.includes(row.phase) ? row.phase : 'idle'
  return (
    <Badge tone={TONES[phase]} live={row.status === 'sending'}>
      {texts.phases[phase]}
    </Badge>
  )
}

/** The lines below the progress bar. */
function Notes({ row, preparing }: { row: Live; preparing: boolean }) {
  const left = useCountdown(row.waiting ? row.waitUntil : null)
  const line = lineOf(row, left)
  const skipped = 'fileName' in row ? row.skipped : 0
  const cause = preparing ? null : causeOf(row)
  return (
    <>
      {line && <span>{line}</span>}
      {cause && <span>{cause}</span>}
      {row.phase !== 'finished' && row.days > 1 && <span>{texts.daysLeft(row.days)}</span>}
      {skipped > 0 && <span>{texts.skipped(formatNumber(skipped))}</span>}
      {row.b_insert === 1 && row.checked > 0 && (
        <span>
          {texts.listed(formatNumber(row.listed), formatNumber(row.list_duplicates), formatNumber(row.list_suppressed))}
        </span>
      )}
      {row.error && <span className="text-danger-text">{fromServer(row.error)}</span>}
    </>
  )
}

/** The phase, the progress bar, the position, and what happens now. */
export function CheckProgress({ row }: { row: Live }) {
  const preparing = 'fileName' in row && row.preparing
  return (
    <div className="flex min-w-0 flex-col items-stretch gap-1 text-[13px] text-ink-2 tabular-nums">
      <span className="mb-0.5">
        <PhaseBadge row={row} />
      </span>
      {preparing ? (
        <>
          <ProgressLine label={texts.preparing} percent={row.prepared} />
          <span>{texts.preparing}</span>
        </>
      ) : (
        <>
          <ProgressLine label={texts.columns.progress} percent={row.progress} />
          <span>{texts.place(formatNumber(row.checked), formatNumber(row.total))}</span>
        </>
      )}
      <Notes row={row} preparing={preparing} />
    </div>
  )
}
