// The progress of a job; without a value it only shows that the job goes on.
import { classNames } from './class-names.ts'

type Props = { label: string; percent: number | null; thin?: boolean }

export function Progress({ label, percent, thin = false }: Props) {
  const known = percent !== null
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(known ? { 'aria-valuenow': Math.round(percent) } : {})}
      className={classNames('w-full overflow-hidden rounded-full bg-surface-2', thin ? 'h-1' : 'h-2')}
    >
      <div
        className={classNames('h-full rounded-full bg-ink-3 transition-[width]', known ? 'w-0' : 'w-1/3 animate-pulse')}
        {...(percent ? { style: { width: `${Math.min(100, Math.max(0, percent))}%` } } : {})}
      />
    </div>
  )
}
