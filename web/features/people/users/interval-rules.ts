// The rules of the sending interval's two boxes. Pure.
import { RANGES } from '../../../../contract/ground/ranges.ts'
import { type Range, readFloored, readWhole } from '../../../../contract/ground/read-numbers.ts'

const MIN_INTERVAL_S = 1
const ANY: Range = { unit: 'count', min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }

/** Whole seconds; a text that is no number, or a number below the minimum, becomes the minimum. */
export const cleanInterval = (typed: string): number => {
  const read = readFloored(typed, ANY)
  return 'value' in read && read.value >= MIN_INTERVAL_S ? read.value : MIN_INTERVAL_S
}

export type IntervalRefusal = 'belowMinimum' | 'minAboveMax'
/** problem: why it cannot be saved, in words. */
export type IntervalProblem = { field: 'min'; refused: IntervalRefusal } | { field: 'max'; problem: string }
/** min and max are cleaned already; typedMin is the text of the box before that. */
export const intervalProblem = (typedMin: string, min: number, max: number): IntervalProblem | null => {
  const typed = readFloored(typedMin, ANY)
  if ('value' in typed && typed.value < MIN_INTERVAL_S) return { field: 'min', refused: 'belowMinimum' }
  if (min > max) return { field: 'min', refused: 'minAboveMax' }
  const most = readWhole(max, RANGES.intervalS)
  return 'problem' in most ? { field: 'max', problem: most.problem } : null
}
