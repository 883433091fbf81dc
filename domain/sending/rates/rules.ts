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

export type SubjectSpan = {
  subject: string
  /** YYYY-MM-DD: the Monday of a week, or a day. */
  from: string
  sent: number
  stopped: number
  /** When somebody last looked at it and let it go on, epoch ms; null: nobody had to. */
  letGoAt: number | null
}
/**
 * Those of whose people too many stopped, all their spans together. Nobody looks at one twice: of whatever somebody let go on only those count that
 * began later.
 */
export const overSubjects = (spans: readonly SubjectSpan[], stopsPercent: number): Map<string, RateFound> => {
  const sums = new Map<string, Rates>()
  for (const { subject, from, sent, stopped, letGoAt } of spans) {
    if (letGoAt !== null && from <= jakartaDay(letGoAt)) continue
    const sum = sums.get(subject) ?? { sent: 0, stopped: 0, due: 0, undelivered: 0 }
    sums.set(subject, { ...sum, sent: sum.sent + sent, stopped: sum.stopped + stopped })
  }
  return new Map(
    [...sums].flatMap(([subject, rates]) => {
      const found = overRate(rates, { stopsPercent, undeliveredPercent: 0 })
      return found ? [[subject, found] as const] : []
    }),
  )
}
/**
 * By what accounts told, by the days that they have not told yet, and by both. The last days by themselves, because of a new fault the weeks before
 * say nothing; both, because of few messages a day neither may be enough.
 */
export const overNow = (
  { told, fresh }: { told: readonly SubjectSpan[]; fresh: readonly SubjectSpan[] },
  stopsPercent: number,
): Map<string, RateFound> =>
  new Map([[...told, ...fresh], fresh, told].flatMap((spans) => [...overSubjects(spans, stopsPercent)]))
