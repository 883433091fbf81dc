// What a machine believes of time. Its wall clock may be wrong, drift and be set; its monotonic clock is never set, and drifts with it.

const MILLION = 1e6

export class MachineClock {
  /** How much too fast it goes, in millionths. */
  ppm: number
  /** Epoch ms, true. */
  setAt: number
  #ahead: number

  /** @param ahead of the true time, ms, when it is `now` */
  constructor(now: number, ahead: number, ppm = 0) {
    this.setAt = now
    this.#ahead = ahead
    this.ppm = ppm
  }
  wall(now: number): number {
    return now + this.aheadAt(now)
  }
  aheadAt(now: number): number {
    return this.#ahead + ((now - this.setAt) * this.ppm) / MILLION
  }
  /** Somebody, or NTP, sets the wall clock. */
  set(now: number, ahead: number, ppm = this.ppm): void {
    this.ppm = ppm
    this.setAt = now
    this.#ahead = ahead
  }
  /** What it measures of so many true milliseconds. */
  measured(ms: number): number {
    return ms * (1 + this.ppm / MILLION)
  }
  /** How long it truly takes until it has measured so many milliseconds. */
  lasts(ms: number): number {
    return ms / (1 + this.ppm / MILLION)
  }
}
