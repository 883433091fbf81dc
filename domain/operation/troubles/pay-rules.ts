// Whether the place pays much more in an hour than it used to (rule usual-pay). Pure; money in sen.
import { rupiahToSen, type Sen, senToRupiah } from '../../../contract/ground/money.ts'
import { PAY_FACTOR } from '../../people/holds/rules.ts'
import { type Finding, levelOf } from './rules.ts'

/** hour: of the last hour; null: it is not known yet. days: the dearest hour of each of the last days on which anything was paid. */
export type PayFigures = { hour: Sen | null; days: readonly Sen[] }
/** Below it an open trouble is over. */
const END_FACTOR = 2
/** Fewer say nothing about what is usual: a new place. */
const DAYS_LEAST = 3
/** Three times as much is no harm to wait for: a small place. */
const FLOOR = rupiahToSen(1_000_000)

/** The median, which one day alone does not move; null: nothing is usual yet. */
const usualPay = (days: readonly Sen[]): Sen | null => {
  if (days.length < DAYS_LEAST) return null
  const sorted = days.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  const median = ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2
  return Math.max(FLOOR, median)
}
export const canJudgePay = ({ hour, days }: PayFigures): boolean => hour !== null && days.length >= DAYS_LEAST
export const payFinding = ({ hour, days }: PayFigures): Finding | null => {
  const usual = usualPay(days)
  if (hour === null || usual === null) return null
  const level = levelOf(hour, { start: PAY_FACTOR * usual, end: END_FACTOR * usual })
  const figures = { rupiah: Math.floor(senToRupiah(hour)), usual: Math.floor(senToRupiah(usual)) }
  return level && { kind: 'pay_high', subject: '', level, figures }
}
