// What a member's accounts will have earned by midnight, at the pace at which they send now. Pure.
import { type Interval, nextJakartaMidnight, windowClosesAt, windowOpensAt } from '../blast/rules.ts'

type Window = { start: string; end: string }

/** ms of the sending window between `now` and midnight in Jakarta. */
export const openMsLeft = (window: Window, now: number): number => {
  const midnight = nextJakartaMidnight(now)
  let left = 0
  for (let at = now; at < midnight; ) {
    const from = windowOpensAt(window, at) ?? at
    if (from >= midnight) break
    const until = Math.min(windowClosesAt(window, from) ?? midnight, midnight)
    left += until - from
    at = until
  }
  return left
}

export type Pace = {
  /** Accounts that send, and how many messages they have sent today. */
  atWork: number
  sentByThem: number
  /** Messages that each may send a day. */
  cap: number
  /** People on the list at most, each of whom gets one message in a cooldown. */
  recipients: number
  interval: Interval
  window: Window
  /** Results of the day so far, and before it: what part of the messages earns. */
  today: { success: number; fail: number }
  lifetime: { success: number; fail: number }
  /** Rupiah. */
  earned: number
  fee: number
}
/**
 * What those at work have sent of their caps today: their rows lag behind, and what they say themselves counts as far as it is in what was
 * earned. The rest is still to come, for a minute.
 */
export const sentOf = (sent: { stored: number; live: number; settled: number }): number =>
  Math.max(sent.stored, Math.min(sent.live, sent.settled))
/** Below this many results a day says nothing about the next ones. */
const ENOUGH = 20
const shareOf = ({ today, lifetime }: Pick<Pace, 'today' | 'lifetime'>): number => {
  const { success, fail } = today.success + today.fail >= ENOUGH ? today : lifetime
  return success + fail === 0 ? 1 : success / (success + fail)
}
/** Whole rupiah; null: none sends, or none may today. */
export const forecastOf = (pace: Pace, now: number): number | null => {
  const { atWork, sentByThem, cap, interval, earned, fee } = pace
  if (atWork === 0) return null
  const min = Math.max(interval.floor, interval.min)
  const meanMs = (1_000 * (min + Math.max(min, interval.max))) / 2
  const openMs = openMsLeft(pace.window, now)
  const byPace = meanMs === 0 ? Infinity : Math.floor((atWork * openMs) / meanMs)
  const byCap = Math.max(0, atWork * cap - sentByThem)
  const messages = openMs === 0 ? 0 : Math.min(byPace, byCap, pace.recipients)
  return Math.floor(earned + messages * shareOf(pace) * fee)
}
