// Says on every screen of those who send that an admin paused all sending, or them alone: who, why, since when (rules sending-pause,
// person-status).
import { CirclePause } from 'lucide-react'
import { Link } from 'react-router'
import type { Role } from '../../../contract/role-table.ts'
import { useOwnPause, useSendingPause } from '../../lib/api/sending-pause.ts'
import { formatSince } from '../../lib/format/format.ts'
import { pauseStripTexts as texts } from '../../texts/indonesian.ts'

const STRIP =
  'flex flex-wrap items-center justify-center gap-x-2 gap-y-0.5 bg-danger-soft px-3 py-1.5 text-center text-xs text-danger-text sm:text-[13px]'

/** Also for staff, who withdraw nothing and send nothing, but are told. */
export function OwnPauseStrip() {
  const own = useOwnPause().data
  if (!own) return null
  return (
    <aside aria-label={texts.ownLabel} className={STRIP}>
      <span className="min-w-0 break-words">
        <CirclePause aria-hidden className="mr-1.5 inline size-4 align-[-3px]" />
        <strong className="font-semibold">{texts.ownStrip(own.by, formatSince(own.since), own.reason)}</strong>{' '}
        <span>{texts.ownNote}</span>
      </span>
    </aside>
  )
}

export function PauseStrip({ role }: { role: Role }) {
  const paused = useSendingPause().data?.paused
  if (!paused) return null
  return (
    <aside aria-label={texts.stripLabel} className={STRIP}>
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
