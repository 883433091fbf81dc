// When the object has to do what: due times in the document, which the object's one alarm follows.
import type { AccountDocument, TimerName } from '../document/document.ts'
import type { Clock } from './clock.ts'
import type { Stored } from './stored.ts'

/** Every due time, the earliest first: the object has one alarm only, which follows the first of these. */
export const timersOf = (doc: Pick<AccountDocument, 'timers'> | null): { name: TimerName; due: number }[] => {
  const timers = Object.entries(doc?.timers ?? {}) as [TimerName, number][]
  return timers.map(([name, due]) => ({ name, due })).toSorted((a, b) => a.due - b.due)
}

export class Timers {
  readonly #stored: Stored
  readonly #clock: Clock
  constructor(stored: Stored, clock: Clock) {
    this.#stored = stored
    this.#clock = clock
  }
  setTimer(name: TimerName, due: number): void {
    const { timers, guards } = this.#stored.account
    timers[name] = Math.round(due)
    delete guards[name]
  }
  /** Sets the timer unless it is due earlier already. */
  setTimerNoLater(name: TimerName, due: number): void {
    if ((this.timerDue(name) ?? Number.POSITIVE_INFINITY) > due) this.setTimer(name, due)
  }
  timerDue(name: TimerName): number | null {
    return this.#stored.account.timers[name] ?? null
  }
  clearTimer(name: TimerName): void {
    const { timers, guards } = this.#stored.account
    delete timers[name]
    delete guards[name]
  }
  /**
   * Called before a timer's work: if the process dies meanwhile, the timer fires again after `ms`.
   * @returns what removes this guard, unless the work itself has set the timer
   */
  guardTimer(name: TimerName, ms: number): () => void {
    const guard = Math.round(this.#clock.now() + ms)
    this.setTimer(name, guard)
    this.#stored.account.guards[name] = guard
    return () => {
      if (this.#stored.doc?.guards[name] === guard) this.clearTimer(name)
    }
  }
  /** The timer's work was begun and never ended: its object died. */
  isGuard(name: TimerName): boolean {
    return this.#stored.account.guards[name] !== undefined
  }
  timers(): { name: TimerName; due: number }[] {
    return timersOf(this.#stored.doc)
  }
  dueTimers(): TimerName[] {
    const now = this.#clock.now()
    return this.timers().flatMap(({ name, due }) => (due <= now ? [name] : []))
  }
}
