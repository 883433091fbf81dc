// Code that runs outside the objects: one call of the Worker, and a process such as a runner.
import type { Owner } from './clock.ts'
import type { Core } from './core.ts'
import { connectionLost, type CrashPoint } from './faults.ts'
import type { MachineClock } from './machine-clock.ts'
import type { Link } from './link.ts'
import type { Settle } from './instance.ts'

type Breakable = { breakOff(): void; readonly link?: Link | null }

class PlainOwner implements Owner {
  readonly name: string
  alive = true
  timers = 0
  waiting = 0
  readonly sockets = new Set<Breakable>()
  readonly machine: MachineClock | null
  protected readonly core: Core

  constructor(core: Core, name: string) {
    this.core = core
    this.name = name
    this.machine = core.faults.machine(name)
  }
  uncaught(error: unknown): void {
    this.core.uncaught(this.name, error)
  }
}

/** A request, a queue's batch or a cron run in the Worker. It has no output gate, and a crash ends it for good. */
export class Invocation extends PlainOwner {
  readonly #settle: Settle
  #ended = false

  private constructor(core: Core, name: string, settle: Settle) {
    super(core, name)
    this.#settle = settle
  }
  /** Runs the work in this slice. `settle` is called once: in the call's own slice, or when the call died. */
  static run(core: Core, name: string, work: () => unknown, settle: Settle): Invocation {
    const invocation = new Invocation(core, name, settle)
    core.clock.owner = invocation
    core.billed('invocation')
    invocation.#begin(work)
    return invocation
  }
  crashesAt(point: CrashPoint): boolean {
    if (!this.core.faults.crash(point, this.name)) return false
    this.die()
    return true
  }
  die(): void {
    this.alive = false
    for (const socket of this.sockets) socket.breakOff()
    this.#end({ died: connectionLost() })
  }
  #begin(work: () => unknown): void {
    Promise.resolve()
      .then(work)
      .then(
        (value) => this.#end({ value }),
        (threw: unknown) => this.#end({ threw }),
      )
  }
  #end(outcome: Parameters<Settle>[0]): void {
    if (this.#ended) return
    this.#ended = true
    this.#settle(outcome)
  }
}

/** One process: its timers and sockets end with it. It is never started again; another one takes its place. */
export class Process extends PlainOwner {
  readonly leastTimerMs = 1
  /** Called when the scenario's crash ended it, for the code that starts the next one. */
  killed: (() => void) | null = null

  /** Runs code in the process, as an event of its own. */
  run(what: string, work: () => unknown): void {
    this.core.clock.after(0, this, `${this.name} ${what}`, () => {
      const made = work()
      if (made instanceof Promise) made.catch((error: unknown) => this.uncaught(error))
    })
  }
  crashesAt(point: CrashPoint): boolean {
    if (!this.core.faults.crash(point, this.name)) return false
    this.kill()
    this.killed?.()
    return true
  }
  /** @param silently the machine vanished: nobody is told that its connections are gone */
  kill(silently = false): void {
    if (!this.alive) return
    this.alive = false
    for (const socket of this.sockets) {
      if (silently) {
        socket.link?.mute(0)
        socket.link?.mute(1)
      } else socket.breakOff()
    }
    this.sockets.clear()
  }
}
