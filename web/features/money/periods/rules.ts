// Which money is shown, by the address, and the days of a month. Pure.
import type { Period } from '../../../../contract/money/periods.ts'

export const VIEWS = ['month', 'week', 'day', 'members'] as const
export type View = (typeof VIEWS)[number]
export const periodOf = (view: string): Period => (view === 'day' || view === 'week' ? view : 'month')

type Span = { from: string; to: string }
const lastOf = (day: string): string => {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
/** A whole month, or one from its first day until today. */
export const isMonth = ({ from, to }: Span, today: string): boolean =>
  from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7) && (to === lastOf(from) || to === today)
