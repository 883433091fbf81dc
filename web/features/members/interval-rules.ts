// The rules of the sending interval (s.5 Member interval edit). Pure.
export const MIN_INTERVAL_S = 1

/** Whole seconds; what is no number, or below the least, becomes the least. */
export const cleanInterval = (typed: string): number => {
  const value = typed.trim() === '' ? Number.NaN : Math.floor(Number(typed))
  return Number.isFinite(value) && value >= MIN_INTERVAL_S ? value : MIN_INTERVAL_S
}

export type IntervalProblem = 'below' | 'order' | null
export const intervalProblem = (typedMin: string, min: number, max: number): IntervalProblem => {
  const raw = Number(typedMin)
  if (typedMin.trim() !== '' && Number.isFinite(raw) && raw < MIN_INTERVAL_S) return 'below'
  return min > max ? 'order' : null
}
