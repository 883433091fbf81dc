// What time it is for the account's object. Deadlines are the object's, and this machine's clock may be minutes off and is set
// now and then: only what passes by the monotonic clock counts.
import { MINUTE_MS } from '../contract/ground/time.ts'

/** Of the frames of this time the quickest counts. One is nearly always quick, and an object's clock that was set back is believed after it. */
const WINDOW_MS = 10 * MINUTE_MS

type Heard = { heardAt: number; ahead: number }

export class WorkerClock {
  /** The first is the quickest of the window; each after it is slower and later. */
  readonly #frames: Heard[] = []
  #heardAt = 0
  #heardByWall = 0

  /** @param at the object's clock when it sent a frame that arrived now, epoch ms */
  heard(at: number): void {
    const heardAt = performance.now()
    const frame = { heardAt, ahead: heardAt - at }
    // one that was held up on its way only looks as if the clocks were further apart
    const slower = this.#frames.findIndex(({ ahead }) => ahead >= frame.ahead)
    if (slower !== -1) this.#frames.length = slower
    this.#frames.push(frame)
    while (this.#frames[0] && heardAt - this.#frames[0].heardAt > WINDOW_MS) this.#frames.shift()
    this.#heardAt = heardAt
    this.#heardByWall = Date.now()
  }
  now(): number {
    const [quickest] = this.#frames
    // an older Worker says no time
    if (!quickest) return Date.now()
    const now = performance.now()
    // A machine that was suspended counts none of that time, but its wall clock does. One that was set forward looks the same: what is
    // here already is late then, and the next frame is not.
    const asleep = Math.max(0, Date.now() - this.#heardByWall - (now - this.#heardAt))
    return now + asleep - quickest.ahead
  }
}
