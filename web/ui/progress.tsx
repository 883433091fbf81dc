// The progress of a job; without a value it only shows that the job goes on.
import { classNames } from './class-names.ts'

export function Progress({ label, percent }: { label: string; percent: number | null }) {
  const known = percent !== null
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(known ? { 'aria-valuenow': Math.round(percent) } : {})}
      className="h-2 w-full overflow-hidden rounded-full bg-surface-2"
    >
      <div
        className={classNames('h-full rounded-full bg-accent transition-[width]', !known && 'w-1/3 animate-pulse')}
        {...(known ? { style: { width: `${Math.min(100, Math.max(0, percent))}%` } } : {})}
      />
    </div>
  )
}
