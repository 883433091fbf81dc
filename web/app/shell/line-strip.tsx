// Says that there is no line, or that the server alone does not answer, since when, and what that means; and that code of the page is gone.
import { RotateCw, WifiOff } from 'lucide-react'
import { type Lost, useLostLine } from '../../lib/api/connection.ts'
import { formatClock } from '../../lib/format/format.ts'
import { common, shellTexts as texts } from '../../texts/indonesian.ts'
import { askAgain, useLost } from '../../ui/part.tsx'

const STRIP = 'flex flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2 text-[13px] sm:px-6'

function LostLine({ lost: { at, what } }: { lost: Lost }) {
  const { since, long, short } = texts.lost[what]
  return (
    <p className={`${STRIP} bg-warning-soft text-warning-text`}>
      <WifiOff aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 flex-1">
        <strong className="font-semibold">{since(formatClock(new Date(at).toISOString()))}</strong>{' '}
        <span className="sm:hidden">{short}</span>
        <span className="max-sm:hidden">{long}</span>
      </span>
    </p>
  )
}

export function LineStrip() {
  const lost = useLostLine()
  const isLost = useLost()
  return (
    <div role="status" aria-live="polite">
      {lost && <LostLine lost={lost} />}
      {!lost && isLost && (
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
