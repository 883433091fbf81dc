// A job's progress bar with its percent beside it, the same in every list of jobs.
import { formatPercent } from '../lib/format/format.ts'
import { Progress } from './progress.tsx'

export function ProgressLine({ label, percent }: { label: string; percent: number }) {
  return (
    <div className="flex items-center gap-2">
      <Progress label={label} percent={percent} />
      <span className="shrink-0">{formatPercent(percent)}</span>
    </div>
  )
}
