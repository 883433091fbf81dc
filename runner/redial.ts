// How long to wait before dialling again: the first time at once, then full jitter.
export type Backoff = { baseMs: number; capMs: number }

/** @param tries failed dials so far @param random 0 ≤ random < 1 */
export const redialDelayMs = (tries: number, { baseMs, capMs }: Backoff, random: number): number =>
  tries === 0 ? 0 : Math.floor(random * Math.min(capMs, baseMs * 2 ** Math.min(tries, 16)))
