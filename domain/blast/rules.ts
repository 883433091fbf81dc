// What a blast needs to know about time, place in the day and the next claim. Pure.

export const JAKARTA_OFFSET_MS = 7 * 3_600_000
const DAY_MS = 86_400_000
/** A claim covers about this long (decision 10). */
const CLAIM_SPAN_S = 120
export const CLAIM_MAX = 50

/** YYYY-MM-DD of the Jakarta day. */
export const jakartaDay = (at: number): string => new Date(at + JAKARTA_OFFSET_MS).toISOString().slice(0, 10)
/** Epoch ms of the next Jakarta midnight. */
export const nextJakartaMidnight = (at: number): number =>
  (Math.floor((at + JAKARTA_OFFSET_MS) / DAY_MS) + 1) * DAY_MS - JAKARTA_OFFSET_MS

const minutes = (clock: string): number => {
  const [h = '0', m = '0'] = clock.split(':')
  return Number(h) * 60 + Number(m)
}

const lastJakartaMidnight = (at: number): number => nextJakartaMidnight(at) - DAY_MS

/** null while the window is open, else epoch ms when it opens. A window may run over midnight; equal ends mean all day. */
export const windowOpensAt = (window: { start: string; end: string }, now: number): number | null => {
  const start = minutes(window.start)
  const end = minutes(window.end)
  const midnight = lastJakartaMidnight(now)
  const minute = (now - midnight) / 60_000
  if (start === end) return null
  const open = start < end ? minute >= start && minute < end : minute >= start || minute < end
  if (open) return null
  return midnight + (minute < start ? start : start + 1_440) * 60_000
}

/** Epoch ms when the open window closes; null: it is open all day. */
export const windowClosesAt = (window: { start: string; end: string }, now: number): number | null => {
  const end = minutes(window.end)
  if ((end - minutes(window.start)) % 1_440 === 0) return null
  const today = lastJakartaMidnight(now) + end * 60_000
  return today > now ? today : today + DAY_MS
}

export type Interval = { min: number; max: number; floor: number }
/** Whole seconds, uniform in [min, max], never under the floor (decision 13). random in [0, 1). */
export const pickIntervalS = (interval: Interval, random: number): number => {
  const min = Math.max(interval.floor, interval.min)
  const max = Math.max(min, interval.max)
  return min + Math.floor(random * (max - min + 1))
}

/** How many numbers to claim: what about two minutes need, 1–50, never more than the day's rest. */
export const claimSize = (interval: Interval, leftToday: number): number => {
  const min = Math.max(interval.floor, interval.min)
  const mean = (min + Math.max(min, interval.max)) / 2
  const span = mean === 0 ? CLAIM_MAX : Math.ceil(CLAIM_SPAN_S / mean)
  return Math.max(0, Math.min(CLAIM_MAX, Math.max(1, span), leftToday))
}

/** Full-jitter back-off (ms): random in [0, 1), tries from 0. */
export const backOffMs = (tries: number, baseMs: number, capMs: number, random: number): number =>
  Math.round(random * Math.min(capMs, baseMs * 2 ** Math.min(tries, 20)))

/** Percent with two decimals. */
export const progressOf = (sent: number, of: number): number =>
  of <= 0 ? 0 : Math.min(100, Math.round((sent / of) * 10_000) / 100)
