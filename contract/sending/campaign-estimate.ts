// When a campaign will have ended and what it will have cost, by what is known now (rule campaign-estimate). The page says it. Free of zod. Pure.
import { type ByHour, type OpenHours, openHours, openTimes, opensAt, timesOfMean } from './campaign-hours.ts'
import type { CampaignOutlook } from './campaign-outlook.ts'
import type { CampaignRow } from './campaigns.ts'
import { MINUTE_MS } from '../ground/time.ts'

/** People of a zone who wait, and when the last of them has rested (null: nobody rests). */
export type ZonePeople = { hours: OpenHours; people: number; freeAt: number | null }
/** Less than that of a person is nobody, but what numbers leave. */
const NOBODY = 1e-6
type Speed = { perMinute: number; byHour: ByHour }
/**
 * When so many of them have been sent to, and how many have until then. Of the zones that are open the one that is furthest ahead goes first, as for a
 * claim (rule campaign-zone). endAt: null: not within a year, or not before `until`.
 */
const sentTo = (
  zones: readonly ZonePeople[],
  { from, until, wanted }: { from: number; until: number; wanted: number },
  { perMinute, byHour }: Speed,
): { endAt: number | null; sent: number } => {
  const left = zones.map(({ people }) => people)
  let sent = 0
  for (const [begins, ends, open] of openTimes(
    zones.map(({ hours }) => hours),
    from,
  )) {
    if (begins >= until) break
    const perMs = (perMinute * timesOfMean(byHour, begins)) / MINUTE_MS
    let room = (Math.min(ends, until) - begins) * perMs
    for (const zone of open.toReversed()) {
      const now = Math.min(room, left[zone] ?? 0, wanted - sent)
      left[zone] = (left[zone] ?? 0) - now
      room -= now
      sent += now
    }
    if (wanted - sent < NOBODY) return { endAt: Math.round(Math.min(ends, until) - room / perMs), sent: wanted }
  }
  return { endAt: null, sent }
}
/** When the last of each zone may have been sent to; null: not within a year. */
const lastRested = (zones: readonly ZonePeople[], from: number): number | null => {
  const rested = zones
    .filter(({ people }) => people > 0)
    .map(({ hours, freeAt }) => (freeAt === null ? from : opensAt(hours, Math.max(from, freeAt))))
  return rested.includes(null) ? null : Math.max(from, ...rested.filter((at) => at !== null))
}

type Known = {
  /** null: nobody has counted who waits. */
  zones: readonly ZonePeople[] | null
  now: number
  startAt: number | null
  endAt: number | null
  isEven: boolean
  /** Messages that are left of its budget; null: no limit. */
  messagesLeft: number | null
  /** Rupiah: spent, and the most that it may cost; null: no limit. */
  cost: number
  mostCost: number | null
  perMinute: number | null
  byHour: ByHour
  price: number
}
/** null: nobody has counted them. */
const waitingOf = ({ zones }: Known): number | null =>
  zones && Math.round(zones.reduce((sum, { people }) => sum + people, 0))
/** How many of those who wait its messages and rupiah are enough for. */
const enoughFor = (waiting: number, { messagesLeft, mostCost, cost, price }: Known): number => {
  const affordable = mostCost === null || price === 0 ? Infinity : Math.max(0, Math.floor((mostCost - cost) / price))
  return Math.min(waiting, messagesLeft ?? Infinity, affordable)
}
/** messages: that are still sent. */
type Estimate = { endAt: number; cost: number; messages: number }
/** null: it cannot be said yet. */
export const estimateOf = (known: Known): Estimate | null => {
  const { zones, now, startAt, endAt, isEven, cost, mostCost, perMinute, byHour, price } = known
  const waiting = waitingOf(known)
  if (zones === null || waiting === null) return null
  const wanted = enoughFor(waiting, known)
  const begins = Math.max(now, startAt ?? 0)
  const ending = (when: number, messages: number): Estimate => ({
    endAt: when,
    cost: Math.min(mostCost ?? Infinity, Math.round(cost + messages * price)),
    messages,
  })
  if (wanted === 0) return ending(begins, 0)
  // spread to its end, unless the members are slower than that
  if (perMinute === null) return isEven && endAt !== null ? ending(endAt, wanted) : null
  const { endAt: last, sent } = sentTo(zones, { from: begins, until: endAt ?? Infinity, wanted }, { perMinute, byHour })
  // a limit is used up by those who may be sent to before
  const free = wanted === waiting ? lastRested(zones, begins) : begins
  const ends = last === null || free === null ? null : Math.max(last, free)
  if (endAt === null) return ends === null ? null : ending(ends, wanted)
  if (ends !== null && ends <= endAt) return ending(isEven ? endAt : ends, wanted)
  return ending(endAt, Math.floor(sent))
}

const at = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))
type Estimated = CampaignRow & { outlook: CampaignOutlook }
/** Without zones, or of a release before: all are of Jakarta's. */
const zonesOf = ({ zones = [], free_at }: CampaignOutlook, waiting: number): NonNullable<CampaignOutlook['zones']> => {
  const counted = zones.reduce((sum, { people }) => sum + people, 0)
  return counted === 0
    ? [{ people: waiting, free_at }]
    : zones.map((zone) => ({ ...zone, people: (zone.people * waiting) / counted }))
}
/** Of one that is not launched: who would be sent to, by zone from WIB on, and when the last of them has rested. */
export type Reached = { people: readonly number[]; freeAt: string | null }
/** reached: null where nobody has counted them; of one that was launched it is not asked. */
type Asked = { now: number; reached: Reached | null }
const knownOf = (campaign: Estimated, { now, reached }: Asked): Known => {
  const { state, waiting, held, budget, budget_rupiah, cost, outlook, pace } = campaign
  const isCounted = state === 'running' || state === 'paused'
  const sent = campaign.people - waiting - held - campaign.dropped - campaign.gone
  const zones = isCounted
    ? zonesOf(outlook, waiting + held)
    : (reached?.people.map((people) => ({ people, free_at: reached.freeAt })) ?? null)
  return {
    zones:
      zones?.map(({ people, free_at }, ahead) => ({
        hours: openHours(campaign, outlook.window, ahead),
        people,
        freeAt: at(free_at),
      })) ?? null,
    now,
    startAt: at(campaign.start_at),
    endAt: at(campaign.end_at),
    isEven: pace === 'even',
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
  const waiting = waitingOf(known)
  if (waiting === null) return null
  const messages = estimateOf(known)?.messages ?? enoughFor(waiting, known)
  return messages < waiting ? { messages, waiting } : null
}
/** Messages an hour, as they went in its last open hours; null: it sends nothing now, or nobody knows. */
export const actualPace = ({ state, outlook }: Pick<Estimated, 'state' | 'outlook'>): number | null =>
  state === 'running' && typeof outlook.per_hour === 'number' ? Math.ceil(outlook.per_hour) : null
