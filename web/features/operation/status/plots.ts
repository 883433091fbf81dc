// What a plot of a promise shows: its points by name, and a scale in which the aim can be seen.
import type { Promised, Span } from '../../../../contract/operation/status.ts'
import { HOUR_MS, JAKARTA_OFFSET_MS, jakartaDay } from '../../../../contract/ground/time.ts'
import { formatClock, formatDay } from '../../../lib/format/format.ts'
import type { Points, Scale } from '../../../ui/chart.tsx'
import { formatKept } from './words.ts'

export const RANGES = ['day', 'month'] as const
export type Range = (typeof RANGES)[number]

const TICK_HOURS = 6
const isoOf = (at: number | undefined): string => new Date(at ?? 0).toISOString()

export const pointsOf = (range: Range, at: readonly number[]): Points =>
  range === 'day'
    ? {
        names: at.map((one) => `${formatDay(isoOf(one))} ${formatClock(isoOf(one))}`),
        tick: (index) => formatClock(isoOf(at[index])),
        ticks: at.flatMap((one, index) => ((one + JAKARTA_OFFSET_MS) % (TICK_HOURS * HOUR_MS) === 0 ? [index] : [])),
      }
    : {
        names: at.map((one) => formatDay(isoOf(one))),
        tick: (index) => {
          const day = jakartaDay(at[index] ?? 0)
          return `${day.slice(8)}/${day.slice(5, 7)}`
        },
      }

const ROOM = 1.15
/** Up to all of them, and down to what was missed most; never so narrow that a thousandth looks like a collapse. */
const ofShare = (promised: Promised, aim: number): Scale => ({
  range: (least) => [Math.max(0, Math.min(least, 1 - (1 - aim) * 4)), 1],
  format: (value) => formatKept(promised, value),
  steps: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5],
})
const fromZero = (promised: Promised, aim: number, steps: readonly number[]): Scale => ({
  range: (_, most) => [0, Math.max(aim, most, 1) * ROOM],
  format: (value) => formatKept(promised, value),
  steps,
})
const TIME_STEPS = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_200]
const WHOLE = [1, 2, 5, 10, 20]
export const scaleOf = (promised: Promised, aim: number): Scale => {
  if (promised === 'api' || promised === 'sessions') return ofShare(promised, aim)
  return fromZero(promised, aim, promised === 'books' ? WHOLE : TIME_STEPS)
}
/** Books that never differ need no line where the axis is. */
export const aimLineOf = (promised: Promised, aim: number): { aim?: number } => (promised === 'books' ? {} : { aim })

export const isEmpty = (span: Span, promised: Promised): boolean => span.promises[promised].count === 0
