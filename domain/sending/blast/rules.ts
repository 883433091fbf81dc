// Times of a blast: sending window, daily cap, cooldown, interval, and the size of the next claim (rules sending-window,
// daily-cap, cooldown). Pure.
import { percentWithDecimals } from '../../../contract/ground/percent-parts.ts'
import { DEFAULT_SETTINGS } from '../../../contract/ground/settings.ts'
import { DAY_MS, JAKARTA_OFFSET_MS, MINUTE_MS, jakartaDay } from '../../../contract/ground/time.ts'

/** A claim covers about this long (rule claim-order). */
const CLAIM_SPAN_S = 120
const CLAIM_MAX = 50

/** YYYY-MM-DD of the Jakarta day before. */
export const dayBefore = (at: number): string => jakartaDay(at - DAY_MS)
/** Epoch ms of the next Jakarta midnight. */
export const nextJakartaMidnight = (at: number): number =>
  (Math.floor((at + JAKARTA_OFFSET_MS) / DAY_MS) + 1) * DAY_MS - JAKARTA_OFFSET_MS

const minutes = (clock: string): number => {
  const [h = '0', m = '0'] = clock.split(':')
  return Number(h) * 60 + Number(m)
}

export const lastJakartaMidnight = (at: number): number => nextJakartaMidnight(at) - DAY_MS

/** null while the window is open, else epoch ms when it opens. A window may run over midnight; equal ends mean all day. */
export const windowOpensAt = (window: { start: string; end: string }, now: number): number | null => {
  const start = minutes(window.start)
  const end = minutes(window.end)
  const midnight = lastJakartaMidnight(now)
  const minute = (now - midnight) / MINUTE_MS
  // equal ends are the case over midnight: one of the two holds at every minute
  const open = start < end ? minute >= start && minute < end : minute >= start || minute < end
  if (open) return null
  return midnight + (minute < start ? start : start + 1_440) * MINUTE_MS
}

/** Epoch ms when the open window closes; null: it is open all day. */
export const windowClosesAt = (window: { start: string; end: string }, now: number): number | null => {
  const end = minutes(window.end)
  if ((end - minutes(window.start)) % 1_440 === 0) return null
  const today = lastJakartaMidnight(now) + end * MINUTE_MS
  return today > now ? today : today + DAY_MS
}

/** ms; 0: it is open all day. */
const windowLength = (window: { start: string; end: string }): number =>
  ((minutes(window.end) - minutes(window.start) + 1_440) % 1_440) * MINUTE_MS

/**
 * Epoch ms before which a run must not send because of the window; null: it may send now. A run that waited for the opening
 * begins `placeMs` after it, at the latest in the middle of the window; one that starts while it is open begins at once.
 */
export const windowWait = (
  window: { start: string; end: string },
  { now, startedAt, placeMs }: { now: number; startedAt: number; placeMs: number },
): number | null => {
  const late = Math.min(placeMs, windowLength(window) / 2)
  const opensAt = windowOpensAt(window, now)
  if (opensAt !== null) return opensAt + late
  const closesAt = windowClosesAt(window, now)
  if (closesAt === null) return null
  const openedAt = closesAt - windowLength(window)
  return startedAt < openedAt && now < openedAt + late ? openedAt + late : null
}

/**
 * Epoch ms before which nothing is sent because of a daily cap; null: some of it is left. An account that used up the cap of
 * the day before begins the new day `placeMs` after midnight.
 */
export const capWait = (
  used: { today: number; yesterday: number; cap: number },
  now: number,
  placeMs: number,
): number | null => {
  if (used.today >= used.cap) return nextJakartaMidnight(now) + placeMs
  const begins = lastJakartaMidnight(now) + placeMs
  return used.yesterday >= used.cap && now < begins ? begins : null
}

/**
 * How many messages an account may send a day (rule daily-cap): the claim and the screens read it here. It is the same for all.
 * @param settings as stored, text or number; null: nobody has set it
 */
export const dailyCapOf = ({ daily_cap: cap }: { daily_cap: string | number | null }): number => {
  const read = cap === null || cap === '' ? Number.NaN : Number(cap)
  return Number.isInteger(read) && read >= 0 ? read : DEFAULT_SETTINGS.daily_cap
}

/** What happened on a Jakarta day (YYYY-MM-DD) and on the day before it. */
export type DayCount = { day: string; today: number; yesterday: number }
/** The same counts as seen at `now`: with a new day they begin at 0, and only the very last day is yesterday. */
export const countsOfDay = (counts: DayCount, now: number): DayCount => {
  const day = jakartaDay(now)
  if (counts.day === day) return counts
  return { day, today: 0, yesterday: counts.day === dayBefore(now) ? counts.today : 0 }
}

/**
 * Epoch ms at which another number comes out of its cooldown; null: none is waiting, or there is no cooldown.
 * @param list oldestAttemptAt: of the numbers that no account holds; heldByOthers: other accounts hold some, which are expected
 * back one cooldown from now
 */
export const nextClaimableAt = (
  list: { oldestAttemptAt: number | null; heldByOthers: boolean; cooldownMs: number },
  now: number,
): number | null => {
  if (list.cooldownMs === 0) return null
  if (list.oldestAttemptAt !== null) return list.oldestAttemptAt + list.cooldownMs
  return list.heldByOthers ? now + list.cooldownMs : null
}

/** This account's fixed delay within a spread, 0 ≤ ms < spreadMs; a hash of its id, so that accounts are evenly spread. */
export const placeInSpread = (accountId: string, spreadMs: number): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < accountId.length; i++) hash = Math.imul(hash ^ accountId.charCodeAt(i), 0x01000193) >>> 0
  return Math.floor((hash / 2 ** 32) * spreadMs)
}

export type Interval = { min: number; max: number; floor: number }
/** Whole seconds, uniform in [min, max], never under the floor (rule interval). random in [0, 1). */
export const pickIntervalS = (interval: Interval, random: number): number => {
  const min = Math.max(interval.floor, interval.min)
  const max = Math.max(min, interval.max)
  return min + Math.floor(random * (max - min + 1))
}

/** How many numbers to claim: as many as about two minutes need, 1–50, and no more than are left of the daily cap. */
export const claimSize = (interval: Interval, leftToday: number): number => {
  const min = Math.max(interval.floor, interval.min)
  const mean = (min + Math.max(min, interval.max)) / 2
  const span = mean === 0 ? CLAIM_MAX : Math.ceil(CLAIM_SPAN_S / mean)
  return Math.max(0, Math.min(CLAIM_MAX, span, leftToday))
}

/** Percent with two decimals. */
export const progressOf = (sent: number, of: number): number =>
  of <= 0 ? 0 : Math.min(100, percentWithDecimals(sent, of, Math.round))

/**
 * Who is told now that there are recipients (rule recipients-again): no more people than numbers, and nobody while a blast could not send
 * to them.
 * @param wishes longest waiting first
 */
export const toldOf = <W>(
  wishes: readonly W[],
  { paused, window, free }: { paused: boolean; window: { start: string; end: string }; free: number },
  now: number,
): readonly W[] => (paused || windowOpensAt(window, now) !== null ? [] : wishes.slice(0, free))
