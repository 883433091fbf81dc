// Daily figures as charts need them: every day of the range, oldest first, days without a row as zeros. Pure.
import { DAY_MS, jakartaDay } from '../../../../contract/ground/time.ts'
import type { DayRow } from '../../../../contract/money/stats.ts'

export type Days = {
  days: string[]
  success: number[]
  fail: number[]
  income: number[]
  withdrawals: number[]
  connected: number[]
}

export const fillDays = (rows: readonly DayRow[], count: number, now: number): Days => {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  const days = Array.from({ length: count }, (_, index) => jakartaDay(now - (count - 1 - index) * DAY_MS))
  const column = (key: Exclude<keyof Days, 'days'>): number[] => days.map((day) => byDay.get(day)?.[key] ?? 0)
  return {
    days,
    success: column('success'),
    fail: column('fail'),
    income: column('income'),
    withdrawals: column('withdrawals'),
    connected: column('connected'),
  }
}

/** The longer list with the days of the shorter one as that one has them. Both are oldest first and end today. */
export const latest = (longer: readonly DayRow[], shorter: readonly DayRow[]): DayRow[] => {
  const first = shorter[0]?.day ?? ''
  return [...longer.filter(({ day }) => day < first), ...shorter]
}
