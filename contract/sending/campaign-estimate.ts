// When a campaign will have ended and what it will have cost, by what is known now (rule campaign-estimate). The page says it; the pace that is
// spread evenly goes by the same hours. Free of zod. Pure.
import { DAY_MS, JAKARTA_OFFSET_MS, MINUTE_MS } from '../ground/time.ts'

/** days: Monday is 1. Minutes of a Jakarta day; epoch ms. */
export type OpenHours = { days: readonly number[]; fromMin: number; untilMin: number }
const clockMinutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
/** The campaign's days and hours, as far as the place sends then. */
export const openHours = (
  { days, from, until }: { days: readonly number[]; from: string; until: string },
  window: { start: string; end: string },
): OpenHours => ({
  days,
  fromMin: Math.max(clockMinutes(from), clockMinutes(window.start)),
  untilMin: Math.min(clockMinutes(until), clockMinutes(window.end)),
})
const midnightOf = (at: number): number => Math.floor((at + JAKARTA_OFFSET_MS) / DAY_MS) * DAY_MS - JAKARTA_OFFSET_MS
// 1 January 1970 was a Thursday
const weekdayOf = (at: number): number => ((Math.floor((at + JAKARTA_OFFSET_MS) / DAY_MS) + 3) % 7) + 1
/** Further ahead nothing is said. */
const MOST_DAYS = 400
function* openParts({ days, fromMin, untilMin }: OpenHours, from: number): Generator<[number, number]> {
  for (let day = midnightOf(from), i = 0; i < MOST_DAYS; day += DAY_MS, i++) {
    if (!days.includes(weekdayOf(day))) continue
    const begins = Math.max(from, day + fromMin * MINUTE_MS)
    const ends = day + untilMin * MINUTE_MS
    if (begins < ends) yield [begins, ends]
  }
}
/** Open minutes between two moments. */
export const minutesBetween = (hours: OpenHours, from: number, until: number): number => {
  let ms = 0
  for (const [begins, ends] of openParts(hours, from)) {
    if (begins >= until) break
    ms += Math.min(ends, until) - begins
  }
  return ms / MINUTE_MS
}
/** When so many open minutes have passed; null: not within a year. */
const afterMinutes = (hours: OpenHours, from: number, minutes: number): number | null => {
  let left = minutes * MINUTE_MS
  for (const [begins, ends] of openParts(hours, from)) {
    if (left <= ends - begins) return begins + left
    left -= ends - begins
  }
  return null
}

type Known = {
  hours: OpenHours
  now: number
  startAt: number | null
  endAt: number | null
  isEven: boolean
  /** People who wait; null: nobody has counted them. */
  waiting: number | null
  /** Messages that are left of its budget; null: no limit. */
  messagesLeft: number | null
  /** Rupiah: spent, and the most that it may cost; null: no limit. */
  cost: number
  mostCost: number | null
  perMinute: number | null
  price: number
}
/** null: it cannot be said yet. */
export const estimateOf = (known: Known): { endAt: number; cost: number } | null => {
  const { hours, now, startAt, endAt, isEven, waiting, messagesLeft, cost, mostCost, perMinute, price } = known
  if (waiting === null) return null
  const affordable = mostCost === null || price === 0 ? Infinity : Math.max(0, Math.floor((mostCost - cost) / price))
  const wanted = Math.min(waiting, messagesLeft ?? Infinity, affordable)
  const begins = Math.max(now, startAt ?? 0)
  const costOf = (messages: number): number => Math.min(mostCost ?? Infinity, Math.round(cost + messages * price))
  if (wanted === 0) return { endAt: begins, cost: costOf(0) }
  // spread to its end, unless the members are slower than that
  if (perMinute === null) return isEven && endAt !== null ? { endAt, cost: costOf(wanted) } : null
  const ends = afterMinutes(hours, begins, wanted / perMinute)
  if (endAt === null) return ends === null ? null : { endAt: ends, cost: costOf(wanted) }
  if (ends !== null && ends <= endAt) return { endAt: isEven ? endAt : ends, cost: costOf(wanted) }
  return { endAt, cost: costOf(Math.min(wanted, Math.floor(perMinute * minutesBetween(hours, begins, endAt)))) }
}
