// An object while it is in memory: the instance of its class, its events that run, and its output gate.
import { NETWORK, type Owner } from './clock.ts'
import type { CrashPoint } from './faults.ts'
import type { MachineClock } from './machine-clock.ts'
import type { PlatformObject } from './objects.ts'
import { ObjectStorage } from './storage.ts'

/** What the platform calls on a user's class besides its RPC methods. */
export type UserObject = {
  fetch?: (request: Request) => Response | Promise<Response>
  alarm?: (info: AlarmInvocationInfo) => unknown
  webSocketMessage?: (ws: WebSocket, message: string | ArrayBuffer) => unknown
  webSocketClose?: (ws: WebSocket, code: number, reason: string, wasClean: boolean) => unknown
  webSocketError?: (ws: WebSocket, error: unknown) => unknown
}
export type UserClass = new (ctx: DurableObjectState, env: never) => UserObject

/** How an event ended: with the handler's value, with what it threw, or not at all because the object died. */
export type Outcome = { value: unknown } | { threw: unknown } | { died: Error }
export type Settle = (outcome: Outcome) => void
export type Handler = (user: UserObject) => unknown

export class Instance implements Owner {
  readonly name: string
  alive = true
  timers = 0
  waiting = 0
  readonly sockets = new Set<{ breakOff(): void }>()
  /** Events that run: each is told of the object's death. */
  readonly underWay = new Set<Settle>()
  /** Events that were handled and whose reply has not left the object yet: they are told of its death as well. */
  readonly #unsent = new Set<Settle>()
  readonly machine: MachineClock | null
  readonly storage: ObjectStorage
  /** Both are set right after the construction. */
  user!: UserObject
  context!: DurableObjectState
  /** When its last slice ended. */
  lastActiveAt = 0
  /** ctx.abort() was called: the object dies at the end of this slice, and the slice is undone. */
  aborted: Error | null = null
  /** Other events wait here while blockConcurrencyWhile runs. */
  #blocked: (() => void)[] | null = null
  /** When the first of the events under way came. */
  #busySince = 0
  /** What this slice sends: before its first write, and after it. */
  #free: (() => void)[] = []
  #held: (() => void)[] = []
  readonly #object: PlatformObject

  constructor(object: PlatformObject) {
    this.#object = object
    this.name = object.name
    this.machine = object.machine
    this.storage = new ObjectStorage(
      object.disk,
      () => new Promise((resolve) => this.output(() => this.#resume(resolve))),
      () => object.core.billed('alarm-set'),
    )
  }

  /** Sends it when the slice has ended and everything written before it is confirmed. */
  output(go: () => void): void {
    if (this.#object.disk.isUnconfirmed) this.#held.push(go)
    else this.#free.push(go)
  }
  /** Runs the event now, or when blockConcurrencyWhile has ended. */
  handle(event: Handler, settle: Settle, replies: boolean): void {
    if (this.underWay.size === 0) this.#busySince = this.#object.core.clock.now
    this.underWay.add(settle)
    if (this.#blocked) this.#blocked.push(() => this.#run(event, settle, replies))
    else this.#run(event, settle, replies)
  }
  uncaught(error: unknown): void {
    this.#object.core.uncaught(this.name, error)
  }
  sliceEnded(): void {
    this.lastActiveAt = this.#object.core.clock.now
    if (this.aborted) return this.#object.die(this.aborted, Number.POSITIVE_INFINITY)
    const { disk } = this.#object
    const commit = disk.commit()
    const free = this.#free
    const held = this.#held
    if (!commit && free.length === 0 && held.length === 0) return
    this.#free = []
    this.#held = []
    if (this.#object.crashesAt('before-output')) return
    for (const go of free) go()
    if (held.length > 0) disk.lastCommit?.held.push(...held)
    if (commit) this.#object.confirmLater(commit)
  }
  async blockConcurrencyWhile<T>(work: () => Promise<T>): Promise<T> {
    if (this.#blocked) return work()
    this.#blocked = []
    try {
      return await work()
    } catch (error) {
      this.aborted = error instanceof Error ? error : new Error(String(error))
      throw error
    } finally {
      const waiting = this.#blocked
      this.#blocked = null
      for (const run of waiting)
        this.#object.core.clock.after(0, NETWORK, 'unblocked', () => {
          if (!this.alive) return
          this.#object.core.clock.owner = this
          run()
        })
    }
  }
  crashesAt(point: CrashPoint): boolean {
    return this.#object.crashesAt(point)
  }
  die(error: Error): void {
    this.alive = false
    for (const socket of this.sockets) socket.breakOff()
    for (const settle of [...this.underWay, ...this.#unsent]) settle({ died: error })
    this.underWay.clear()
    this.#unsent.clear()
  }

  #run(event: Handler, settle: Settle, replies: boolean): void {
    const end = (outcome: Outcome): void => {
      if (!this.underWay.delete(settle)) return
      const { core } = this.#object
      if (this.underWay.size === 0) core.billed('active-ms', core.clock.now - this.#busySince)
      if (replies) this.#unsent.add(settle)
      settle(outcome)
      if (replies) this.output(() => this.#unsent.delete(settle))
    }
    try {
      const made = event(this.user)
      if (made instanceof Promise)
        made.then(
          (value) => end({ value }),
          (threw: unknown) => end({ threw }),
        )
      else end({ value: made })
    } catch (threw) {
      end({ threw })
    }
  }
  #resume(resolve: () => void): void {
    this.#object.core.clock.after(0, this, 'synced', resolve)
  }
}
