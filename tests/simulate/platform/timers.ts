// Puts the clock in place of Date, performance.now, timers and AbortSignal.timeout. Microtasks stay Node's own.
import type { Clock, Event, Owner } from './clock.ts'

const RealDate = globalThis.Date

/** What setTimeout returns: Node's methods, without keeping a process alive. */
class Timer {
  event: Event | null = null
  readonly owner: Owner
  constructor(owner: Owner) {
    this.owner = owner
    owner.timers += 1
  }
  done(): void {
    if (!this.event) return
    this.event = null
    this.owner.timers -= 1
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  hasRef(): boolean {
    return true
  }
}

const dateOf = (clock: Clock): DateConstructor => {
  // no subclass: dates that Node itself makes (structuredClone) must be instances of it as well
  function VirtualDate(...args: unknown[]): Date | string {
    if (!new.target) return new RealDate(clock.wall).toString()
    return args.length === 0 ? new RealDate(clock.wall) : Reflect.construct(RealDate, args)
  }
  VirtualDate.prototype = RealDate.prototype
  VirtualDate.parse = RealDate.parse
  VirtualDate.UTC = RealDate.UTC
  VirtualDate.now = (): number => Math.floor(clock.wall)
  return VirtualDate as unknown as DateConstructor
}

type Replaced = { target: object; key: string; own: PropertyDescriptor | undefined }
/** Sets properties and remembers their old values. */
export class Replacements {
  readonly #done: Replaced[] = []

  set(target: object, key: string, value: unknown): void {
    this.#done.push({ target, key, own: Object.getOwnPropertyDescriptor(target, key) })
    Object.defineProperty(target, key, { value, configurable: true, writable: true, enumerable: true })
  }
  undo(): void {
    for (const { target, key, own } of this.#done.splice(0).toReversed()) {
      if (own) Object.defineProperty(target, key, own)
      else Reflect.deleteProperty(target, key)
    }
  }
}

export const replaceTime = (clock: Clock, replace: Replacements): void => {
  const startedAt = clock.now
  const start = (kind: string, ms: number, run: () => void): Timer => {
    const timer = new Timer(clock.owner)
    timer.event = clock.after(ms, timer.owner, kind, () => {
      timer.done()
      if (!timer.owner.crashesAt?.('before-event')) run()
    })
    return timer
  }
  const length = (ms: number | undefined, owner: Owner): number => {
    const measured = ms !== undefined && ms >= 1 ? ms : (owner.leastTimerMs ?? 0)
    return owner.machine?.lasts(measured) ?? measured
  }
  const stop = (timer: unknown): void => {
    if (!(timer instanceof Timer) || !timer.event) return
    clock.cancel(timer.event)
    timer.done()
  }
  const setTimeout = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]): Timer =>
    start('timer', length(ms, clock.owner), () => run(...args))
  const setInterval = (run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]): Timer => {
    const timer = new Timer(clock.owner)
    const again = (): void => {
      timer.event = clock.after(length(ms, timer.owner), timer.owner, 'interval', () => {
        again()
        if (!timer.owner.crashesAt?.('before-event')) run(...args)
      })
    }
    again()
    return timer
  }
  replace.set(globalThis, 'Date', dateOf(clock))
  replace.set(performance, 'now', () => {
    // what was leapt over no process has measured: as if its machine had been suspended
    const passed = clock.now - startedAt - clock.skipped
    return clock.owner.machine?.measured(passed) ?? passed
  })
  replace.set(globalThis, 'setTimeout', setTimeout)
  replace.set(globalThis, 'clearTimeout', stop)
  replace.set(globalThis, 'setInterval', setInterval)
  replace.set(globalThis, 'clearInterval', stop)
  replace.set(globalThis, 'setImmediate', (run: (...args: unknown[]) => void, ...args: unknown[]) =>
    start('immediate', 0, () => run(...args)),
  )
  replace.set(globalThis, 'clearImmediate', stop)
  replace.set(AbortSignal, 'timeout', (ms: number): AbortSignal => {
    const control = new AbortController()
    setTimeout(() => control.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms)
    return control.signal
  })
}
