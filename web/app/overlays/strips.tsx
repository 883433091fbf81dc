// What is said over every screen: that an admin paused all sending, or the reader, who did it, why and since when (rules sending-pause,
// person-status), and that a trouble delays what members wait for (rule service-line). Fetched once there is something to say.
import { CirclePause, Wrench } from 'lucide-react'
import { Link } from 'react-router'
import type { Role } from '../../../contract/people/role-table.ts'
import { useOwnPause, useSendingPause, useService } from '../../lib/api/sending-pause.ts'
import { formatSince } from '../../lib/format/format.ts'
import { serviceTexts, pauseStripTexts as texts } from '../../texts/indonesian.ts'

const STRIP =
  'flex flex-wrap items-center justify-center gap-x-2 gap-y-0.5 px-3 py-1.5 text-center text-xs sm:text-[13px]'
const DANGER = `${STRIP} bg-danger-soft text-danger-text`

/** Also for staff, who withdraw nothing and send nothing, but are told. */
function OwnPauseStrip() {
  const own = useOwnPause().data
  if (!own) return null
  return (
    <aside aria-label={texts.ownLabel} className={DANGER}>
      <span className="min-w-0 break-words">
        <CirclePause aria-hidden className="mr-1.5 inline size-4 align-[-3px]" />
        <strong className="font-semibold">{texts.ownStrip(own.by, formatSince(own.since), own.reason)}</strong>{' '}
        <span>{texts.ownNote}</span>
      </span>
    </aside>
  )
}

function PauseStrip({ role }: { role: Role }) {
  const paused = useSendingPause().data?.paused
  if (!paused) return null
  return (
    <aside aria-label={texts.stripLabel} className={DANGER}>
      <span className="min-w-0 break-words">
        <CirclePause aria-hidden className="mr-1.5 inline size-4 align-[-3px]" />
        <strong className="font-semibold">{texts.strip(paused.by, formatSince(paused.since), paused.reason)}</strong>{' '}
        <span className="max-sm:hidden">{texts.stripNote}</span>
      </span>
      {role !== 'member' && (
        <Link to="/settings" className="inline-flex min-h-6 items-center font-semibold underline underline-offset-2">
          {texts.stripLink}
        </Link>
      )}
    </aside>
  )
}

/** Admins have /status, which says more. */
function ServiceStrip() {
  const service = useService().data
  const line = service && serviceTexts.lines[service]
  if (!line) return null
  return (
    <aside aria-label={serviceTexts.label} className={`${STRIP} bg-warning-soft text-warning-text`}>
      <span className="min-w-0 break-words">
        <Wrench aria-hidden className="mr-1.5 inline size-4 align-[-3px]" />
        {line}
      </span>
    </aside>
  )
}

export default function Strips({ role }: { role: Role }) {
  return (
    <>
      <OwnPauseStrip />
      {role !== 'staff' && <PauseStrip role={role} />}
      {role === 'member' && <ServiceStrip />}
    </>
  )
}
