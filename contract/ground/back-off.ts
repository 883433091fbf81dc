// How long to wait before the next try: exponential with full jitter, so that callers which failed at the same moment do not
// all come back at the same moment. Pure.
export type BackOff = { baseMs: number; capMs: number }
/** More tries than this do not lengthen the wait: every base has reached its cap by then. */
const DOUBLINGS_MAX = 20

/** Whole ms, 0 to min(capMs, baseMs × 2^tries). @param tries from 0 @param random 0 ≤ random < 1 */
export const backOffMs = (tries: number, { baseMs, capMs }: BackOff, random: number): number =>
  Math.round(random * Math.min(capMs, baseMs * 2 ** Math.min(tries, DOUBLINGS_MAX)))
/** The same, but never less than baseMs, so that nobody asks again at once. */
export const flooredBackOffMs = (tries: number, backOff: BackOff, random: number): number =>
  backOff.baseMs + backOffMs(tries, backOff, random)
