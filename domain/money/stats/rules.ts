// Days that are compared with today. Pure.

/** YYYY-MM-DD of the day in the month before; its last one where it has none of that number. */
export const sameDayBefore = (day: string): string => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 2, Math.min(date, last))).toISOString().slice(0, 10)
}
export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`

/** What was paid in the month of `day` until then, and in the one before until the same day. */
export const monthsOf = (
  paid: readonly { day: string; total: number }[],
  day: string,
): { now: number; before: number } => {
  const sumTo = (until: string): number =>
    paid.reduce((sum, one) => (one.day >= firstOfMonth(until) && one.day <= until ? sum + one.total : sum), 0)
  return { now: sumTo(day), before: sumTo(sameDayBefore(day)) }
}
