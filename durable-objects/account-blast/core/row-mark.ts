// That the account's row in D1 is older than its document. settle/ writes it.
import type { Clock } from './clock.ts'
import type { Stored } from './stored.ts'
import type { Timers } from './timers.ts'

export class RowMark {
  /** Grows with every change of the row, so that a write covers only the changes before it was sent. */
  rowChanges = 0
  readonly #stored: Stored
  readonly #timers: Timers
  readonly #clock: Clock
  constructor(stored: Stored, timers: Timers, clock: Clock) {
    this.#stored = stored
    this.#timers = timers
    this.#clock = clock
  }
  /** It is written in this turn; else see `touchRow`. */
  rowIsOld(): void {
    this.#stored.account.rowDirty = true
  }
  rowIsCurrent(): void {
    this.#stored.account.rowDirty = false
  }
  touchRow(): void {
    this.rowIsOld()
    this.rowChanges += 1
    this.#timers.setTimerNoLater('row', this.#clock.now())
  }
}
