// What is drawn for a history before it begins: its sizes, its settings, and when it is.
import type { Random } from './platform/random.ts'

/** A Monday, in Jakarta's time. */
export const TEN_OCLOCK = Date.UTC(2026, 9, 5, 3)
const BEFORE_MIDNIGHT = Date.UTC(2026, 9, 5, 16, 54)

export type Plan = {
  /** large: many accounts on several runners, and D1 is overloaded for minutes. */
  size: 'small' | 'large'
  startsAt: number
  /** Whose clocks are not right. */
  clocksOff: 'nobody' | 'runners' | 'hosts' | 'both'
  /** The last one checks numbers, the others blast. */
  accounts: number
  runners: number
  members: number
  recipients: number
  /** Seconds. */
  interval: { min: number; max: number }
  unknownToFailMs: number
  dailyCap: number
  settleAfterS: number
  /** The sending window closes this many minutes after the start; null: it is open all day. */
  closesAfter: number | null
  /** After the first blast so many days pass, and another one begins; 0: none. */
  leapDays: number
}

/** One history in so many is large. */
const LARGE_EACH = 20
/** One small history in so many. */
const LEAPS_EACH = 12
/**
 * Days: fewer than the cooldown; the cooldown, so that it ends in the second blast, for one person after the other; more; until the night in
 * which October ends; what is settled is folded, and messages are too old to be kept.
 */
const LEAPS = [3, 7, 7, 8, 26, 40]
const isLarge = (seed: number): boolean => seed % LARGE_EACH === 7

export const planOf = (seed: number, random: Random): Plan => {
  const min = random.pick([5, 5, 10, 15])
  const overMidnight = random.chance(0.2)
  const closesAfter = !overMidnight && random.chance(0.25) ? 3 + random.below(6) : null
  const size = isLarge(seed) ? 'large' : 'small'
  const leaps = size === 'small' && random.chance(1 / LEAPS_EACH)
  return {
    size,
    startsAt: overMidnight ? BEFORE_MIDNIGHT : TEN_OCLOCK,
    clocksOff: random.pick(['nobody', 'nobody', 'runners', 'runners', 'hosts', 'both']),
    ...(size === 'large'
      ? { accounts: 11, runners: 4, members: 3, recipients: random.pick([300, 500]) }
      : {
          accounts: random.pick([2, 3, 3, 3, 4]),
          runners: random.pick([1, 2, 2, 2, 3]),
          members: random.pick([1, 2, 2, 3]),
          recipients: random.pick(leaps ? [25, 40] : [25, 40, 90, 200]),
        }),
    interval: { min, max: min + 10 + random.below(20) },
    unknownToFailMs: random.pick([90_000, 180_000, 600_000]),
    dailyCap: random.pick([12, 1_000, 1_000]),
    settleAfterS: random.pick([0, 5, 60]),
    closesAfter,
    leapDays: leaps ? random.pick(LEAPS) : 0,
  }
}
