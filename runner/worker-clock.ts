// What time it is for the accounts' objects. Deadlines are theirs, and this machine's clock may be minutes off.

/** Two quartz clocks drift apart by no more than this share of the time. */
const DRIFT = 1e-4

export class WorkerClock {
  #ahead: number | null = null
  #heardAt = 0

  /** @param at the object's clock when it sent a frame that arrived now, epoch ms */
  heard(at: number): void {
    const now = Date.now()
    // the quickest frame tells best how far the clocks are apart: one that was held up on its way only looks old
    const drifted = this.#ahead === null ? Number.POSITIVE_INFINITY : this.#ahead + (now - this.#heardAt) * DRIFT
    this.#ahead = Math.min(now - at, drifted)
    this.#heardAt = now
  }
  now(): number {
    return Date.now() - (this.#ahead ?? 0)
  }
}
