// Virtual time: events run in order of their time, then of their creation. All microtasks of an event end before the next begins,
// as on the event loop of workerd and of Node.

import { EventHeap } from './heap.ts'
import type { CrashPoint } from './faults.ts'
import type { MachineClock } from './machine-clock.ts'

/** What runs code: an object's instance, a call of the Worker, a runner's process, or the network itself. */
export interface Owner {
  readonly name: string
  /** Events that still wait for a dead owner are dropped. */
  alive: boolean
  /** Timers set and not fired. */
  timers: number
  /** Absent: it runs where the clock is right. */
  readonly machine?: MachineClock | null
  /** Every shorter timer takes this long in Node; in workerd a timer of 0 takes 0. */
  readonly leastTimerMs?: number
  /** How many answers from elsewhere it waits for. */
  waiting: number
  /** Its open sockets that end with it; hibernatable ones are not among them. */
  readonly sockets: Set<{ breakOff(): void }>
  /** Holds back what it sends until its writes are safe. Absent: it sends at once. */
  output?(leave: () => void): void
  /** true: the scenario let it crash at this point, and it is dead now. */
  crashesAt?(point: CrashPoint): boolean
  /** Runs after each of its events, once all microtasks have run: here writes are committed and outputs leave. */
  sliceEnded?(): void
  /** Gets what its event threw. Absent: the error ends the run. */
  uncaught?(error: unknown): void
}
export type Event = { at: number; seq: number; owner: Owner; kind: string; run: (() => void) | null }
/** idle: nothing is left to happen. */
export type RunEnd = 'until' | 'stopped' | 'idle'

export const ownerOf = (name: string): Owner => ({ name, alive: true, timers: 0, waiting: 0, sockets: new Set() })
/** Sends what this owner sends, now or when its gate allows it. */
export const leave = (owner: Owner, go: () => void): void => (owner.output ? owner.output(go) : go())
/** The owner of what belongs to nobody: frames on their way, alarms that are due. */
export const NETWORK: Owner = ownerOf('network')
/** The scenario itself: people who press buttons, and the tests. */
export const WORLD: Owner = ownerOf('world')

const native = { setImmediate: globalThis.setImmediate }
/** Node runs all microtasks between two immediates of one list, so many immediates at once save turns of its loop. */
const AT_ONCE = 64

export class Clock {
  /** Epoch ms, with fractions. */
  now: number
  /** How much of the time was leapt over, ms. */
  skipped = 0
  /** Events that have run. */
  steps = 0
  /** The owner of the slice that runs. An event that wakes an object gives the slice to that object by setting this. */
  owner: Owner = WORLD
  /** Called with each event just before it runs. */
  trace: ((event: Event) => void) | null = null
  /** Called after each event, when its microtasks have run and its writes are committed; what it throws ends the run. */
  afterStep: (() => void) | null = null
  /** Called with what was leapt over, ms. */
  onLeapt: ((ms: number) => void) | null = null
  readonly #heap = new EventHeap()
  #seq = 0

  constructor(startsAt: number) {
    this.now = startsAt
  }
  /** What the code that runs now reads from its wall clock. */
  get wall(): number {
    return this.owner.machine?.wall(this.now) ?? this.now
  }

  at(at: number, owner: Owner, kind: string, run: () => void): Event {
    const event: Event = { at: Math.max(at, this.now), seq: this.#seq++, owner, kind, run }
    this.#heap.push(event)
    return event
  }
  after(ms: number, owner: Owner, kind: string, run: () => void): Event {
    return this.at(this.now + ms, owner, kind, run)
  }
  cancel(event: Event): void {
    event.run = null
  }

  /** Runs the events up to and including `until`, or as long as `stop` answers false; `now` ends at `until`. */
  run(options: { until?: number; stop?: () => boolean } = {}): Promise<RunEnd> {
    const until = options.until ?? Number.POSITIVE_INFINITY
    return new Promise((resolve, reject) => {
      let waiting = 0
      let ended = false
      const end = (how: RunEnd): void => {
        ended = true
        if (how !== 'stopped' && Number.isFinite(until)) this.now = until
        this.owner = WORLD
        resolve(how)
      }
      const step = (): void => {
        waiting -= 1
        if (ended) return
        try {
          this.#endSlice()
          if (options.stop?.()) return end('stopped')
          const event = this.#next(until)
          if (!event) return end(this.#heap.first !== undefined ? 'until' : 'idle')
          this.#perform(event)
          if (waiting === 0) queue()
        } catch (error) {
          ended = true
          this.owner = WORLD
          reject(error)
        }
      }
      const queue = (): void => {
        waiting = AT_ONCE
        for (let i = 0; i < AT_ONCE; i++) native.setImmediate(step)
      }
      queue()
    })
  }
  /** Runs the next event and its microtasks; false: there was none. */
  async runOne(): Promise<boolean> {
    const steps = this.steps
    await this.run({ stop: () => this.steps > steps })
    return this.steps > steps
  }
  /** Runs events until this promise is settled. @throws Error when there are no more events and it still waits */
  async drive<T>(work: () => T): Promise<Awaited<T>> {
    let outcome: { value: Awaited<T> } | { error: unknown } | null = null
    this.at(this.now, WORLD, 'work', () => {
      Promise.resolve()
        .then(work)
        .then(
          (value) => {
            outcome = { value: value as Awaited<T> }
          },
          (error: unknown) => {
            outcome = { error }
          },
        )
    })
    await this.run({ stop: () => outcome !== null })
    const found = outcome as { value: Awaited<T> } | { error: unknown } | null
    if (!found) throw new Error('nothing is left to happen, and the work still waits')
    if ('error' in found) throw found.error
    return found.value
  }
  /**
   * So much time passes, and nothing happens in it: what waits does so from where it is after it. What stays is due when it was, and
   * at once where that is over.
   */
  leap(ms: number, stays: (event: Event) => boolean): void {
    this.now += ms
    this.skipped += ms
    const events: Event[] = []
    for (let { first } = this.#heap; first; first = this.#heap.first) {
      this.#heap.removeFirst()
      events.push(first)
    }
    for (const event of events) {
      event.at = stays(event) ? Math.max(event.at, this.now) : event.at + ms
      this.#heap.push(event)
    }
    this.onLeapt?.(ms)
  }
  /** Drops all events that have not run. */
  clear(): void {
    this.#heap.clear()
  }

  #perform(event: Event): void {
    this.now = event.at
    this.owner = event.owner
    this.steps += 1
    this.trace?.(event)
    const run = event.run as () => void
    event.run = null
    try {
      run()
    } catch (error) {
      if (!this.owner.uncaught) throw error
      this.owner.uncaught(error)
    }
  }
  #endSlice(): void {
    const { owner } = this
    if (owner.sliceEnded) owner.sliceEnded()
    this.owner = NETWORK
    this.afterStep?.()
  }
  #next(until: number): Event | null {
    for (;;) {
      const { first } = this.#heap
      if (!first || first.at > until) return null
      this.#heap.removeFirst()
      if (first.run !== null && first.owner.alive) return first
    }
  }
}
