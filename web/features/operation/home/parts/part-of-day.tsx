// How far today has come against all of yesterday: hatched, because the day is not over, with a mark where yesterday was at this hour.
import { percentOf } from '../../../../../contract/ground/percent.ts'

type Props = { label: string; now: number; then: number; whole: number; told: string }

const shareOf = (value: number, whole: number): string => `${Math.min(100, percentOf(value, Math.max(1, whole)))}%`

export function PartOfDay({ label, now, then, whole, told }: Props) {
  const most = Math.max(now, then, whole)
  return (
    <div role="img" aria-label={`${label}: ${told}`} className="relative h-2 w-full rounded-full bg-surface-2">
      <div className="hatched h-full rounded-full" style={{ width: shareOf(now, most) }} />
      <div className="absolute -top-1 h-4 w-0.5 bg-ink-3" style={{ left: shareOf(then, most) }} />
    </div>
  )
}
