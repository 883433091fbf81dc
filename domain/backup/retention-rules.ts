// Which backups stay: the newest of each of the last 7 days, 4 weeks and 12 months that have one (rule backup-retention). Pure.
import { DAY_MS, jakartaDay } from '../../contract/time.ts'

const KEPT = { days: 7, weeks: 4, months: 12 }
/** Days since 1970 in Jakarta, from 1 January 1970, a Thursday: with three more, weeks begin on Monday. */
const weekOf = (day: string): string => String(Math.floor((Date.parse(day) / DAY_MS + 3) / 7))

/** @param times epoch ms of whole backups, in any order. @returns those to be deleted */
export const outlived = (times: readonly number[]): number[] => {
  const newestFirst = times.toSorted((a, b) => b - a)
  const kept = new Set<number>()
  const keepBy = (periodOf: (day: string) => string, most: number): void => {
    const periods = new Set<string>()
    for (const at of newestFirst) {
      const period = periodOf(jakartaDay(at))
      if (periods.has(period)) continue
      if (periods.size === most) return
      periods.add(period)
      kept.add(at)
    }
  }
  keepBy((day) => day, KEPT.days)
  keepBy(weekOf, KEPT.weeks)
  keepBy((day) => day.slice(0, 7), KEPT.months)
  return newestFirst.filter((at) => !kept.has(at))
}

/** 02.00 in Jakarta: the days before are posted, and nobody is in a hurry. */
const BACKUP_HOUR_UTC = 19
/** @param last epoch ms at which the last backup began; null: there is none. everyMs: of local runs, instead of once a night */
export const isDue = (last: number | null, now: number, everyMs: number | null): boolean => {
  if (everyMs !== null) return last === null || now - last >= everyMs
  const hour = BACKUP_HOUR_UTC * 3_600_000
  const tonight = Math.floor((now - hour) / DAY_MS) * DAY_MS + hour
  return last === null || last < tonight
}
