// When a campaign's people may be sent to, by the clock of their zone, and how many people each zone has (rule campaign-zone). Free of zod. Pure.
import { DAY_MS, HOUR_MS, jakartaMidnight, jakartaWeekday, MINUTE_MS } from '../ground/time.ts'

/** Their clocks are 0, 1 and 2 hours ahead of Jakarta's. */
export const ZONES = ['WIB', 'WITA', 'WIT'] as const
/** By the clock that is so many hours ahead. days: Monday is 1. parts: of each of them, from and until as minutes of the day, in their order. */
export type OpenHours = {
  ahead: number
  days: readonly number[]
  parts: readonly (readonly [from: number, until: number])[]
}
const clockMinutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
type Window = { start: string; end: string }
type Clocks = { days: readonly number[]; from: string; until: string }
const DAY_MINUTES = DAY_MS / MINUTE_MS
/** Minutes of a day: a window may run over midnight, and equal ends mean all day (rule sending-window). */
const windowParts = ({ start, end }: Window): [number, number][] => {
  const [from, until] = [clockMinutes(start), clockMinutes(end)]
  return from < until
    ? [[from, until]]
    : [
        [0, until],
        [from, DAY_MINUTES],
      ]
}
/**
 * The campaign's days and hours, as far as the place sends then.
 * @param ahead hours that the clock of its people is ahead of Jakarta's: by that clock a part of the window may be of the day after
 */
export const openHours = ({ days, from, until }: Clocks, window: Window, ahead = 0): OpenHours => ({
  ahead,
  days,
  parts: windowParts(window)
    .flatMap(([opens, closes]) =>
      [ahead * 60, ahead * 60 - DAY_MINUTES].map(
        (later) =>
          [Math.max(clockMinutes(from), opens + later), Math.min(clockMinutes(until), closes + later)] as const,
      ),
    )
    .filter(([begins, ends]) => begins < ends)
    .toSorted(([one], [other]) => one - other),
})

const isOpen = ({ ahead, days, parts }: OpenHours, at: number): boolean => {
  const there = at + ahead * HOUR_MS
  const minute = (there - jakartaMidnight(there)) / MINUTE_MS
  return days.includes(jakartaWeekday(there)) && parts.some(([opens, closes]) => opens <= minute && minute < closes)
}
/** Further ahead nothing is said. */
const MOST_DAYS = 400
const FULL_HOURS = Array.from({ length: 24 }, (_, hour) => hour * 60)
/** Times, within an hour of the day each, at which the same of these are open: from, until and which (at least one), by their places. */
export function* openTimes(zones: readonly OpenHours[], from: number): Generator<[number, number, number[]]> {
  const edges = zones.flatMap(({ ahead, parts }) =>
    parts.flat().map((minute) => (minute - ahead * 60 + DAY_MINUTES) % DAY_MINUTES),
  )
  const cuts = [...new Set([...FULL_HOURS, ...edges])].toSorted((one, other) => one - other)
  for (let day = jakartaMidnight(from), i = 0; i < MOST_DAYS; day += DAY_MS, i++)
    for (const [place, cut] of cuts.entries()) {
      const begins = day + cut * MINUTE_MS
      const ends = day + (cuts[place + 1] ?? DAY_MINUTES) * MINUTE_MS
      const open = ends <= from ? [] : [...zones.keys()].filter((zone) => zones[zone] && isOpen(zones[zone], begins))
      if (open.length > 0) yield [Math.max(from, begins), ends, open]
    }
}
/** The first moment from then on at which these are open; null: not within a year. */
export const opensAt = (hours: OpenHours, from: number): number | null =>
  openTimes([hours], from).next().value?.[0] ?? null

/** Of each hour of the day, how many times the mean the place sends; null: all are alike. */
export type ByHour = readonly number[] | null
/** A place that sent nothing at some hour may do so tomorrow. */
const LEAST = 0.05
export const timesOfMean = (byHour: ByHour, at: number): number =>
  Math.max(LEAST, byHour?.[Math.floor((at - jakartaMidnight(at)) / HOUR_MS)] ?? 1)
/** Minutes between two moments in which one of these is open, each as many times as its hour is fast. */
export const minutesBetween = (
  zones: readonly OpenHours[],
  from: number,
  until: number,
  byHour: ByHour = null,
): number => {
  let minutes = 0
  for (const [begins, ends] of openTimes(zones, from)) {
    if (begins >= until) break
    minutes += ((Math.min(ends, until) - begins) / MINUTE_MS) * timesOfMean(byHour, begins)
  }
  return minutes
}
/** Longer than a week: each of its days comes. */
const LOOKED_AT_DAYS = 8
/** The first zone to whose people nothing can be sent at these hours; null: to each something can. @param endAt epoch ms; null: none */
export const zoneNeverOpen = (
  campaign: Clocks & { zone_field: string | null },
  window: Window,
  { from, endAt }: { from: number; endAt: number | null },
): (typeof ZONES)[number] | null =>
  ZONES.slice(0, campaign.zone_field === null ? 1 : ZONES.length).find((_, ahead) => {
    const hours = openHours(campaign, window, ahead)
    return minutesBetween([hours], from, endAt ?? from + LOOKED_AT_DAYS * DAY_MS) <= 0
  }) ?? null

/** A zone that has as many waiting is not counted to its end. */
export const ZONE_COUNTED = 1_000
/**
 * How many of those who wait live in each zone: where it was not counted to its end, by the shares at joining.
 * @param counted of those who wait, ZONE_COUNTED at most @param joined people of each zone
 */
export const peopleByZone = (waiting: number, counted: readonly number[], joined: readonly number[]): number[] => {
  const isMore = counted.map((n) => n >= ZONE_COUNTED)
  const sum = (of: readonly number[], which: boolean): number =>
    of.reduce((all, n, zone) => all + (isMore[zone] === which ? n : 0), 0)
  // where nobody of them was counted at joining, they are alike
  const shareOf = sum(joined, true) === 0 ? counted.map(() => 1) : joined
  const [uncounted, shares] = [Math.max(0, waiting - sum(counted, false)), sum(shareOf, true)]
  return counted.map((n, zone) => (isMore[zone] ? Math.max(n, (uncounted * (shareOf[zone] ?? 0)) / shares) : n))
}
