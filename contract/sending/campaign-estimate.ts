// When a campaign will have ended and what it will have cost, by what is known now (rule campaign-estimate). The page says it; the pace that is
// spread evenly goes by the same hours. Free of zod. Pure.
import type { CampaignOutlook, CampaignRow } from './campaigns.ts'
import { DAY_MS, HOUR_MS, jakartaMidnight, jakartaWeekday, MINUTE_MS } from '../ground/time.ts'

/** days: Monday is 1. parts: of each of them, from and until as minutes of the day, in their order. */
export type OpenHours = { days: readonly number[]; parts: readonly (readonly [from: number, until: number])[] }
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
 * @param ahead hours that the clock of its people is ahead of Jakarta's: by that clock, where a part of the window may be of the day after
 */
export const openHours = ({ days, from, until }: Clocks, window: Window, ahead = 0): OpenHours => ({
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
const ZONES = ['WIB', 'WITA', 'WIT'] as const
/** Longer than a week: each of its days comes. */
const LOOKED_AT_DAYS = 8
/** The first zone to whose people nothing can be sent at these hours; null: to each something can. @param endAt epoch ms; null: none */
export const zoneNeverOpen = (
  campaign: Clocks & Pick<CampaignRow, 'zone_field'>,
  window: Window,
  { from, endAt }: { from: number; endAt: number | null },
): (typeof ZONES)[number] | null =>
  ZONES.slice(0, campaign.zone_field === null ? 1 : ZONES.length).find((_, ahead) => {
    const there = (at: number): number => at + ahead * HOUR_MS
    const until = there(endAt ?? from + LOOKED_AT_DAYS * DAY_MS)
    return minutesBetween(openHours(campaign, window, ahead), there(from), until) <= 0
  }) ?? null
/** Further ahead nothing is said. */
const MOST_DAYS = 400
function* openParts({ days, parts }: OpenHours, from: number): Generator<[number, number]> {
  for (let day = jakartaMidnight(from), i = 0; i < MOST_DAYS; day += DAY_MS, i++) {
    if (!days.includes(jakartaWeekday(day))) continue
    for (const [opens, closes] of parts) {
      const begins = Math.max(from, day + opens * MINUTE_MS)
      const ends = day + closes * MINUTE_MS
      if (begins < ends) yield [begins, ends]
    }
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
/** Messages a minute, and how many times that in each hour of the day. */
type Speed = { perMinute: number; byHour: readonly number[] | null }
/** A place that sent nothing at some hour may do so tomorrow. */
const LEAST = 0.05
function* sends(hours: OpenHours, from: number, { perMinute, byHour }: Speed): Generator<[number, number, number]> {
  for (const [begins, ends] of openParts(hours, from))
    for (let at = begins; at < ends; ) {
      const until = Math.min(ends, (Math.floor(at / HOUR_MS) + 1) * HOUR_MS)
      const hour = Math.floor((at - jakartaMidnight(at)) / HOUR_MS)
      yield [at, until, (perMinute * Math.max(LEAST, byHour?.[hour] ?? 1)) / MINUTE_MS]
      at = until
    }
}
/** When so many have been sent; null: not within a year. */
const afterMessages = (hours: OpenHours, from: number, messages: number, speed: Speed): number | null => {
  let left = messages
  for (const [begins, ends, perMs] of sends(hours, from, speed)) {
    const sent = (ends - begins) * perMs
    if (left <= sent) return Math.round(begins + left / perMs)
    left -= sent
  }
  return null
}
/** How many are sent between two moments. */
export const messagesBetween = (hours: OpenHours, from: number, until: number, speed: Speed): number => {
  let sent = 0
  for (const [begins, ends, perMs] of sends(hours, from, speed)) {
    if (begins >= until) break
    sent += (Math.min(ends, until) - begins) * perMs
  }
  return sent
}

type Known = {
  hours: OpenHours
  now: number
  startAt: number | null
  endAt: number | null
  isEven: boolean
  /** People who wait; null: nobody has counted them. */
  waiting: number | null
  /** When the last of them has rested; null: nobody rests. */
  freeAt: number | null
  /** Messages that are left of its budget; null: no limit. */
  messagesLeft: number | null
  /** Rupiah: spent, and the most that it may cost; null: no limit. */
  cost: number
  mostCost: number | null
  perMinute: number | null
  byHour: readonly number[] | null
  price: number
}
/** How many of those who wait its messages and rupiah are enough for. */
const enoughFor = (waiting: number, { messagesLeft, mostCost, cost, price }: Known): number => {
  const affordable = mostCost === null || price === 0 ? Infinity : Math.max(0, Math.floor((mostCost - cost) / price))
  return Math.min(waiting, messagesLeft ?? Infinity, affordable)
}
/** messages: that are still sent. */
type Estimate = { endAt: number; cost: number; messages: number }
/** null: it cannot be said yet. */
export const estimateOf = (known: Known): Estimate | null => {
  const { hours, now, startAt, endAt, isEven, waiting, freeAt, cost, mostCost, perMinute, byHour, price } = known
  if (waiting === null) return null
  const wanted = enoughFor(waiting, known)
  const begins = Math.max(now, startAt ?? 0)
  const ending = (at: number, messages: number): Estimate => ({
    endAt: at,
    cost: Math.min(mostCost ?? Infinity, Math.round(cost + messages * price)),
    messages,
  })
  if (wanted === 0) return ending(begins, 0)
  // spread to its end, unless the members are slower than that
  if (perMinute === null) return isEven && endAt !== null ? ending(endAt, wanted) : null
  const speed = { perMinute, byHour }
  const sent = afterMessages(hours, begins, wanted, speed)
  // a limit is used up by those who may be sent to before
  const free = freeAt !== null && wanted === waiting ? afterMessages(hours, Math.max(begins, freeAt), 0, speed) : begins
  const ends = sent === null || free === null ? null : Math.max(sent, free)
  if (endAt === null) return ends === null ? null : ending(ends, wanted)
  if (ends !== null && ends <= endAt) return ending(isEven ? endAt : ends, wanted)
  return ending(endAt, Math.min(wanted, Math.floor(messagesBetween(hours, begins, endAt, speed))))
}

const at = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))
type Estimated = CampaignRow & { outlook: CampaignOutlook }
/** Of one that is not launched: who would be sent to, and when the last of them has rested. */
export type Reached = { people: number; freeAt: string | null }
/** reached: null where nobody has counted them; of one that was launched it is not asked. */
type Asked = { now: number; reached: Reached | null }
const knownOf = (campaign: Estimated, { now, reached }: Asked): Known => {
  const { state, waiting, held, budget, budget_rupiah, cost, outlook, pace } = campaign
  const isCounted = state === 'running' || state === 'paused'
  const sent = campaign.people - waiting - held - campaign.dropped - campaign.gone
  return {
    hours: openHours(campaign, outlook.window),
    now,
    startAt: at(campaign.start_at),
    endAt: at(campaign.end_at),
    isEven: pace === 'even',
    waiting: isCounted ? waiting + held : (reached?.people ?? null),
    freeAt: at(isCounted ? outlook.free_at : (reached?.freeAt ?? null)),
    messagesLeft: budget === null ? null : Math.max(0, budget - sent),
    cost,
    mostCost: budget_rupiah,
    perMinute: outlook.per_minute,
    byHour: outlook.by_hour,
    price: outlook.price,
  }
}
export const estimateOfCampaign = (campaign: Estimated, asked: Asked): Estimate | null =>
  estimateOf(knownOf(campaign, asked))
/** Of whom fewer will get it than wait; null: all will, as far as it is known. How fast it goes need not be known for it. */
export const shortOfCampaign = (campaign: Estimated, asked: Asked): { messages: number; waiting: number } | null => {
  const known = knownOf(campaign, asked)
  const { waiting } = known
  if (waiting === null) return null
  const messages = estimateOf(known)?.messages ?? enoughFor(waiting, known)
  return messages < waiting ? { messages, waiting } : null
}
