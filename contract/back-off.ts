// How long to wait before trying again: exponential, with full jitter, so that those who failed together do not come back
// together. Pure.
export type BackOff = { baseMs: number; capMs: number }
/** Beyond it every base has reached its cap. */
const DOUBLINGS_MAX = 20

/** Whole ms, 0 to min(capMs, baseMs × 2^tries). @param tries from 0 @param random 0 ≤ random < 1 */
export const backOffMs = (tries: number, { baseMs, capMs }: BackOff, random: number): number =>
  Math.round(random * Math.min(capMs, baseMs * 2 ** Math.min(tries, DOUBLINGS_MAX)))
/** The same above baseMs as a floor: nobody asks again at once. */
export const flooredBackOffMs = (tries: number, backOff: BackOff, random: number): number =>
  backOff.baseMs + backOffMs(tries, backOff, random)
