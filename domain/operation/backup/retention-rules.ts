// Which backups stay: all of the last 38 days, and the newest of each of the last 12 months that have one (rule backup-retention). Pure.
import { DAY_MS, jakartaDay } from '../../../contract/ground/time.ts'

/** A lock keeps each for 35 days after its last part, which may come two days after its name says (rule backup-lock). */
const ALL_KEPT_MS = 38 * DAY_MS
const MONTHS_KEPT = 12

/** @param times epoch ms of whole backups, in any order. @returns those to be deleted */
export const outlived = (times: readonly number[], now: number): number[] => {
  const months = new Set<string>()
  return times
    .toSorted((a, b) => b - a)
    .filter((at) => {
      const month = jakartaDay(at).slice(0, 7)
      const isNewest = !months.has(month) && months.size < MONTHS_KEPT
      if (isNewest) months.add(month)
      return !isNewest && now - at > ALL_KEPT_MS
    })
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
