// Days of money as periods (rule money-periods). Pure.
import {
  type Asked,
  type MemberMoney,
  type Period,
  type PeriodRow,
  SPAN_DAYS,
  type Span,
} from '../../../contract/money/periods.ts'
import { type Rupiah, type Sen, senToRupiah } from '../../../contract/ground/money.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'

/** Sen, but for what was paid. */
export type Moved = {
  messages: number
  incomeSen: Sen
  referralSen: Sen
  bonusSen: Sen
  withheldSen: Sen
  paid: Rupiah
}
export type MovedDay = Moved & { day: string }
const NOTHING: Moved = { messages: 0, incomeSen: 0, referralSen: 0, bonusSen: 0, withheldSen: 0, paid: 0 }

const utc = (day: string): Date => new Date(`${day}T00:00:00Z`)
const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
const dayAfter = (day: string, days: number): string => dayOf(new Date(utc(day).getTime() + days * DAY_MS))
/** The first day of the period that this day is in. */
export const beginOf = (by: Period, day: string): string => {
  if (by === 'day') return day
  if (by === 'month') return `${day.slice(0, 8)}01`
  return dayAfter(day, -((utc(day).getUTCDay() + 6) % 7))
}
const nextOf = (by: Period, begin: string): string => {
  if (by !== 'month') return dayAfter(begin, by === 'day' ? 1 : 7)
  const [year = 0, month = 0] = begin.split('-').map(Number)
  return dayOf(new Date(Date.UTC(year, month, 1)))
}
const LAST_DAYS = 31
const LAST_WEEKS = 26
const LAST_MONTHS = 12
const earlier = (a: string, b: string): string => (a < b ? a : b)
const later = (a: string, b: string): string => (a > b ? a : b)
/** What is looked at where an end is not named: no more than may be at once. */
export const spanOf = ({ by, from, to }: Asked & { by: Period }, today: string): Span => {
  if (from !== undefined) return { from, to: to ?? earlier(today, dayAfter(from, SPAN_DAYS[by] - 1)) }
  const last = to ?? today
  if (by === 'day') return { from: dayAfter(last, 1 - LAST_DAYS), to: last }
  if (by === 'week') return { from: dayAfter(beginOf(by, last), -7 * (LAST_WEEKS - 1)), to: last }
  const [year = 0, month = 0] = last.split('-').map(Number)
  return { from: dayOf(new Date(Date.UTC(year, month - LAST_MONTHS, 1))), to: last }
}

export const memberSpanOf = ({ from, to }: Asked, today: string): Span => {
  const begin = from ?? beginOf('month', to ?? today)
  return { from: begin, to: to ?? earlier(later(begin, today), dayAfter(nextOf('month', beginOf('month', begin)), -1)) }
}

export const added = (rows: readonly Moved[]): Moved =>
  rows.reduce(
    (sum, row) => ({
      messages: sum.messages + row.messages,
      incomeSen: sum.incomeSen + row.incomeSen,
      referralSen: sum.referralSen + row.referralSen,
      bonusSen: sum.bonusSen + row.bonusSen,
      withheldSen: sum.withheldSen + row.withheldSen,
      paid: sum.paid + row.paid,
    }),
    NOTHING,
  )
export const shownMoney = (moved: Moved): Omit<MemberMoney, 'userId' | 'name'> => {
  const earnedSen = moved.incomeSen + moved.referralSen + moved.bonusSen
  return {
    messages: moved.messages,
    income: senToRupiah(moved.incomeSen),
    referral: senToRupiah(moved.referralSen),
    bonus: senToRupiah(moved.bonusSen),
    earned: senToRupiah(earnedSen),
    perMessage: moved.messages === 0 ? null : senToRupiah(Math.round(earnedSen / moved.messages)),
    withheld: senToRupiah(moved.withheldSen),
    paid: moved.paid,
  }
}
/** Every period of the span, also those in which nothing moved; newest first. Those at its ends are as long as the span has of them. */
export const periodsOf = (by: Period, span: Span, days: readonly MovedDay[]): PeriodRow[] => {
  const found = new Map<string, MovedDay[]>()
  for (const day of days) {
    const begin = beginOf(by, day.day)
    found.set(begin, [...(found.get(begin) ?? []), day])
  }
  const rows: PeriodRow[] = []
  for (let begin = beginOf(by, span.from); begin <= span.to; begin = nextOf(by, begin))
    rows.push({
      from: later(begin, span.from),
      to: earlier(dayAfter(nextOf(by, begin), -1), span.to),
      ...shownMoney(added(found.get(begin) ?? [])),
    })
  return rows.toReversed()
}
