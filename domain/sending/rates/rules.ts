// When too many of those written to stop, or get nothing (rule rates). Pure; percents are whole.
import { percentOf } from '../../../contract/ground/percent.ts'
import { DAY_MS, jakartaDay, jakartaMidnight, JAKARTA_OFFSET_MS } from '../../../contract/ground/time.ts'

const WEEK_DAYS = 7
/** Fewer messages say nothing. */
const RATE_LEAST = 50
/** From settings; 0: it is never asked. */
export type RateLimits = { stopsPercent: number; undeliveredPercent: number }
export type Rates = {
  /** Messages that WhatsApp accepted. */
  sent: number
  /** Of them, to people who stopped since. */
  stopped: number
  /** Of them, so old that a receipt should be in. */
  due: number
  /** Of these, without one. */
  undelivered: number
}
type RateKind = 'stops' | 'undelivered'
/** What is over its limit, and by which figures; null: nothing is. */
export type RateFound = { why: RateKind; count: number; of: number }

const isOver = (count: number, of: number, percent: number): boolean =>
  percent > 0 && of >= RATE_LEAST && percentOf(count, of) >= percent

/** Stops before receipts: a stop is somebody's word, a missing receipt may be a telephone that is off. */
export const overRate = (rates: Rates, limits: RateLimits): RateFound | null => {
  if (isOver(rates.stopped, rates.sent, limits.stopsPercent))
    return { why: 'stops', count: rates.stopped, of: rates.sent }
  if (isOver(rates.undelivered, rates.due, limits.undeliveredPercent))
    return { why: 'undelivered', count: rates.undelivered, of: rates.due }
  return null
}

/** YYYY-MM-DD of the Monday of its Jakarta week. @param at epoch ms */
export const weekOf = (at: number): string => {
  const midnight = jakartaMidnight(at)
  const day = (new Date(midnight + JAKARTA_OFFSET_MS).getUTCDay() + 6) % WEEK_DAYS
  return jakartaDay(midnight - day * DAY_MS)
}
/** The week so many before the one of now. */
export const weeksBefore = (now: number, weeks: number): string => weekOf(now - weeks * WEEK_DAYS * DAY_MS)

/** A judgement is about at least RATE_LEAST messages; after so many the next one begins anew, or old messages would hide that it began to be stopped. */
const JUDGED_MOST = 200
export type TemplateCounts = {
  id: string
  success: number
  stop: number
  /** null: it is looked at for the first time, and what was counted before is not judged. */
  judgedSuccess: number | null
  judgedStop: number | null
  /** Its stops paused it, and somebody activated it since: it is judged by what comes from now on. */
  resumed: boolean
}
/** Counts from which the next judgement goes on; pause: by which stops it is paused. null: nothing changes. */
export type TemplateVerdict = { judgedSuccess: number; judgedStop: number; pause: RateFound | null } | null
export const judgeTemplate = (counts: TemplateCounts, { stopsPercent }: RateLimits): TemplateVerdict => {
  const { success, stop, judgedSuccess, judgedStop, resumed } = counts
  const anew = { judgedSuccess: success, judgedStop: stop }
  if (resumed || judgedSuccess === null || judgedStop === null) return { ...anew, pause: null }
  const sent = success - judgedSuccess
  const rates = { sent, stopped: stop - judgedStop, due: 0, undelivered: 0 }
  const pause = overRate(rates, { stopsPercent, undeliveredPercent: 0 })
  return pause || sent >= JUDGED_MOST ? { ...anew, pause } : null
}

export type SourceWeek = {
  source: string
  week: string
  sent: number
  delivered: number
  stopped: number
  releasedAt: number | null
}
/**
 * What is over its limit, by source. Nobody looks at a week twice: of a source that somebody released only later weeks count.
 */
export const overSources = (weeks: readonly SourceWeek[], limits: RateLimits): Map<string, RateFound> => {
  const sums = new Map<string, Rates>()
  for (const { source, week, sent, delivered, stopped, releasedAt } of weeks) {
    if (releasedAt !== null && week <= weekOf(releasedAt)) continue
    const sum = sums.get(source) ?? { sent: 0, stopped: 0, due: 0, undelivered: 0 }
    sums.set(source, {
      sent: sum.sent + sent,
      stopped: sum.stopped + stopped,
      due: sum.due + sent,
      undelivered: sum.undelivered + sent - delivered,
    })
  }
  return new Map(
    [...sums].flatMap(([source, rates]) => {
      const found = overRate(rates, limits)
      return found ? [[source, found] as const] : []
    }),
  )
}
