// How many messages an account has sent today of how many it may (rule daily-cap), as a figure with a thin bar.
import { percentOf } from '../../contract/ground/percent.ts'
import { formatNumber } from '../lib/format/format.ts'
import { common } from '../texts/indonesian.ts'
import { Progress } from './progress.tsx'

export function SentToday({ sent, cap }: { sent: number; cap: number }) {
  return (
    <div className="flex w-full max-w-60 flex-col gap-1 text-[13px] text-ink-2 tabular-nums">
      <span>{common.sentToday(formatNumber(sent), formatNumber(cap))}</span>
      <Progress label={common.sentTodayBar} percent={cap > 0 ? percentOf(sent, cap) : 100} thin />
    </div>
  )
}
