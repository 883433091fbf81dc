// The order of what waits (rule inbox-order). Pure.
import { HOUR_MS } from '../../../contract/ground/time.ts'
import type { Rupiah } from '../../../contract/ground/money.ts'

/** Something that has waited for three days does not become more urgent by a fourth, or it would stand above all that is new. */
const OLD_HOURS = 72
const LEAST: Rupiah = 10_000

/** Hours of waiting, counted for more by the kind's weight, and by each further digit of what it is worth. */
export const pointsOf = (row: { since: number; worth: Rupiah | null }, weight: number, now: number): number => {
  const hours = Math.min(OLD_HOURS, Math.max(0, now - row.since) / HOUR_MS)
  return (1 + hours) * (weight + Math.log10(Math.max(LEAST, row.worth ?? 0) / LEAST))
}
