// Says that there is no line, since when, and what that means; and that code of the page is gone.
import { RotateCw, WifiOff } from 'lucide-react'
import { useLostAt } from '../../lib/api/connection.ts'
import { formatClock } from '../../lib/format/format.ts'
import { common, shellTexts as texts } from '../../texts/indonesian.ts'
import { askAgain, useLost } from '../../ui/part.tsx'

const STRIP = 'flex flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2 text-[13px] sm:px-6'

export function LineStrip() {
  const lostAt = useLostAt()
  const isLost = useLost()
  return (
    <div role="status" aria-live="polite">
      {lostAt !== null && (
        <p className={`${STRIP} bg-warning-soft text-warning-text`}>
          <WifiOff aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0 flex-1">
            <strong className="font-semibold">{texts.offlineSince(formatClock(new Date(lostAt).toISOString()))}</strong>{' '}
            <span className="sm:hidden">{texts.offlineShort}</span>
            <span className="max-sm:hidden">{texts.offlineText}</span>
          </span>
        </p>
      )}
      {lostAt === null && isLost && (
        <p className={`${STRIP} bg-info-soft text-info-text`}>
          <RotateCw aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0 flex-1 basis-60">{texts.codeLost}</span>
          <button type="button" onClick={askAgain} className="min-h-6 font-semibold underline underline-offset-2">
            {common.retry}
          </button>
        </p>
      )}
    </div>
  )
}
