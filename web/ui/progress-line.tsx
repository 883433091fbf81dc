// A job's bar with its percent beside it, as every list of jobs shows it.
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
