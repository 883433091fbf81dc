// Hours of a campaign, and its people by zone (rule campaign-hours). Pure.
import { HOUR_MS, jakartaMidnight, jakartaWeekday, MINUTE_MS } from '../../../contract/ground/time.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { campaigns } from './table.ts'

/**
 * days: bit n is weekday n, Monday 1. Minutes of a day where its people live, whose clock is so many hours ahead of Jakarta's; absent: as in Jakarta.
 * endAt: epoch ms.
 */
export type Hours = { days: number; fromMin: number; untilMin: number; endAt: number | null; ahead?: number | null }

type Joined = Row<typeof campaigns, 'people' | 'people_wita' | 'people_wit'>

/** The weekday, Monday 1, and the minute of its day, by a clock so many hours ahead of Jakarta's. */
export const momentOfDay = (at: number, ahead = 0): { weekday: number; minute: number } => {
  const there = at + ahead * HOUR_MS
  return { weekday: jakartaWeekday(there), minute: Math.floor((there - jakartaMidnight(there)) / MINUTE_MS) }
}
/** Epoch ms from which on nothing more of it is sent today; `at` is within its hours. */
export const hoursEnd = ({ untilMin, endAt, ahead }: Hours, at: number): number => {
  const shift = (ahead ?? 0) * HOUR_MS
  const today = jakartaMidnight(at + shift) + untilMin * MINUTE_MS - shift
  return endAt === null ? today : Math.min(today, endAt)
}
export const maskOf = (days: readonly number[]): number => days.reduce((mask, day) => mask | (1 << day), 0)
export const daysOf = (mask: number): number[] => [1, 2, 3, 4, 5, 6, 7].filter((day) => (mask >> day) & 1)

/** People by zone, from WIB on. */
export const joinedByZone = ({ people, people_wita: wita, people_wit: wit }: Joined): number[] => [
  // who was counted without a walk, or by a release before, is of Jakarta's
  Math.max(0, people - wita - wit),
  wita,
  wit,
]
