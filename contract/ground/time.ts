// Lengths of time in milliseconds, and the day of money, caps and charts: Asia/Jakarta, which has no summer time.
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
export const JAKARTA_OFFSET_MS = 7 * HOUR_MS

/** As the wire has moments. @param at epoch ms */
export const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
/** YYYY-MM-DD of the Jakarta day. @param at epoch ms */
export const jakartaDay = (at: number): string => new Date(at + JAKARTA_OFFSET_MS).toISOString().slice(0, 10)
/** When the Jakarta day of this moment began, epoch ms. @param at epoch ms */
export const jakartaMidnight = (at: number): number =>
  Math.floor((at + JAKARTA_OFFSET_MS) / DAY_MS) * DAY_MS - JAKARTA_OFFSET_MS
/** Monday is 1. @param at epoch ms */
export const jakartaWeekday = (at: number): number =>
  // 1 January 1970 was a Thursday
  ((Math.floor((at + JAKARTA_OFFSET_MS) / DAY_MS) + 3) % 7) + 1
