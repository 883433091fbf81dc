// When a one-off blast would begin and end (rule one-off-preview): interval, sending window and daily cap, as the run goes by
// them. Pure.
import { type Interval, nextJakartaMidnight, windowClosesAt, windowOpensAt } from '../blast/rules.ts'

export type Pace = {
  interval: Interval
  window: { start: string; end: string }
  dailyCap: number
  /** Messages of this account on the present Jakarta day. */
  sentToday: number
}
/** Epoch ms; days: Jakarta days on which something leaves. null: it would never end. */
export type Outlook = { startsAt: number; endsAt: number; days: number } | null

/** Seconds between two messages, on average. */
export const meanIntervalS = ({ min, max, floor }: Interval): number => {
  const least = Math.max(floor, min)
  return (least + Math.max(least, max)) / 2
}

/** @param count messages; 0: it would end at once */
export const outlookOf = (count: number, pace: Pace, now: number): Outlook => {
  if (count === 0) return { startsAt: now, endsAt: now, days: 0 }
  if (pace.dailyCap <= 0) return null
  const gapMs = meanIntervalS(pace.interval) * 1_000
  let [left, at, sentToday, days] = [count, now, pace.sentToday, 0]
  let startsAt: number | null = null
  for (;;) {
    const midnight = nextJakartaMidnight(at)
    const opensAt = windowOpensAt(pace.window, at)
    const open = opensAt ?? at
    const room = pace.dailyCap - sentToday
    // what does not begin on this day begins with the next one, whose cap is whole
    if (room <= 0 || open >= midnight) {
      at = midnight
      sentToday = 0
      continue
    }
    const until = Math.min(windowClosesAt(pace.window, open) ?? midnight, midnight)
    const fits = gapMs === 0 ? room : Math.max(1, Math.ceil((until - open) / gapMs))
    const leaves = Math.min(left, room, fits)
    startsAt ??= open
    days += sentToday === 0 || days === 0 ? 1 : 0
    left -= leaves
    if (left === 0) return { startsAt, endsAt: Math.round(open + (leaves - 1) * gapMs), days }
    sentToday += leaves
    at = leaves === room ? midnight : until
    if (at >= midnight) sentToday = 0
  }
}
