// The pause before a redial: full jitter from the first try on, so that runners and accounts that lost their sockets together
// do not dial together.
export type Backoff = { baseMs: number; capMs: number }

/** @param tries failed dials so far, from 1 @param random 0 ≤ random < 1 */
export const redialDelayMs = (tries: number, { baseMs, capMs }: Backoff, random: number): number =>
  Math.floor(random * Math.min(capMs, baseMs * 2 ** Math.min(tries, 16)))
