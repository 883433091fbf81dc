// How long to wait before dialling again: full jitter from the first time on, so that those who lost their sockets together
// do not come back together.
export type Backoff = { baseMs: number; capMs: number }

/** @param tries failed dials so far, from 1 @param random 0 ≤ random < 1 */
export const redialDelayMs = (tries: number, { baseMs, capMs }: Backoff, random: number): number =>
  Math.floor(random * Math.min(capMs, baseMs * 2 ** Math.min(tries, 16)))
