// One Durable Object as the platform holds it: storage, alarm and hibernating sockets, and the instance while it is awake.
// Events interleave at every await: blockConcurrencyWhile is the only lock.
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { AlarmClock, type AlarmInfo } from './alarms.ts'
import { leave, NETWORK } from './clock.ts'
import type { Core } from './core.ts'
import { type Commit, Disk } from './disk.ts'
import type { ObjectFile } from './files.ts'
import { connectionLost, type CrashPoint } from './faults.ts'
import { type Handler, Instance, type Settle, type UserClass } from './instance.ts'
import type { MachineClock } from './machine-clock.ts'
import { ObjectSockets } from './object-sockets.ts'

export type ObjectId = { readonly name: string; toString(): string; equals(other: ObjectId): boolean }

export class PlatformObject {
  /** `BINDING/name`. */
  readonly name: string
  readonly id: ObjectId
  readonly core: Core
  readonly disk: Disk
  readonly sockets: ObjectSockets
  readonly alarm: AlarmClock
  /** null: asleep. */
  instance: Instance | null = null
  /** On which it is, awake or asleep, until it dies. */
  machine: MachineClock | null
  /** How often it was constructed. */
  wakes = 0
  /** Called when it has died and its storage has what was safe. */
  onDied: () => void = () => {}
  readonly #make: UserClass
  #lastConfirmAt = 0

  constructor(core: Core, binding: string, id: ObjectId, make: UserClass, file: ObjectFile) {
    this.core = core
    this.disk = new Disk(file)
    this.name = `${binding}/${id.name}`
    this.id = id
    this.#make = make
    this.machine = core.faults.machine(this.name)
    this.sockets = new ObjectSockets(this)
    const { clock, random, faults } = core
    this.alarm = new AlarmClock({
      name: this.name,
      clock,
      random,
      faults,
      disk: this.disk,
      run: (...run) => this.#runAlarm(...run),
    })
  }

  /**
   * Delivers an event, in the slice of the instance that takes it. Wakes the object when it sleeps.
   * @param settle called once, or a second time with `died` when the object dies before a reply has left it
   * @param replies true: a caller waits for the outcome
   */
  deliver(event: Handler, settle: Settle, replies = false): void {
    if (this.crashesAt('before-event')) return settle({ died: connectionLost() })
    let instance: Instance
    try {
      instance = this.#awake()
    } catch (threw) {
      // what a failing constructor wrote is undone, and the next event tries again
      this.die(connectionLost(), Number.POSITIVE_INFINITY)
      this.core.clock.owner = NETWORK
      return settle({ threw })
    }
    instance.handle(event, settle, replies)
  }

  /** true: the scenario let it crash here. An object that sleeps has nothing to lose. */
  crashesAt(point: CrashPoint): boolean {
    if (!this.instance) return false
    const crash = this.core.faults.crash(point, this.name)
    if (crash) this.die(connectionLost(), crash.keep)
    return crash !== null
  }
  /**
   * The state in memory is lost, every socket breaks, and what waits for an answer gets an error.
   * @param keep how many of the unconfirmed commits are safe after all
   */
  die(error: Error, keep: number): void {
    const { instance } = this
    this.instance = null
    this.machine = this.core.faults.machine(this.name)
    this.disk.crash(keep)
    // first, so that an event that wakes it now finds no socket
    this.sockets.breakAll()
    instance?.die(error)
    this.alarm.confirmed(this.disk.alarm)
    this.onDied()
  }
  /** true: no event runs, no timer is set, nothing is awaited or unconfirmed, so it may leave memory. */
  get isIdle(): boolean {
    const { instance } = this
    return (
      instance !== null &&
      instance.underWay.size === 0 &&
      instance.timers === 0 &&
      instance.waiting === 0 &&
      !this.disk.isUnconfirmed &&
      instance.sockets.size === 0
    )
  }
  /** The state in memory is lost; storage, sockets and their attachments stay. false: it is not idle. */
  evict(): boolean {
    const { instance } = this
    if (!instance || !this.isIdle) return false
    this.instance = null
    instance.alive = false
    this.sockets.hibernated()
    return true
  }

  confirmLater(commit: Commit): void {
    const { clock, faults } = this.core
    const latency = faults.latencyMs('commit')
    if (latency === 0 && this.disk.unconfirmed === 1) return this.#confirm(commit)
    this.#lastConfirmAt = Math.max(this.#lastConfirmAt, clock.now + latency)
    clock.at(this.#lastConfirmAt, NETWORK, 'confirm', () => {
      if (!commit.void && !this.crashesAt('before-confirm')) this.#confirm(commit)
    })
  }
  #confirm(commit: Commit): void {
    this.disk.confirm(commit)
    if (commit.alarmAfter !== commit.alarmBefore) this.alarm.confirmed(commit.alarmAfter)
    for (const go of commit.held.splice(0)) go()
  }

  #awake(): Instance {
    const { clock, hibernateAfterMs } = this.core
    // it would have left memory in the meantime, which nobody could notice before now
    if (this.instance && clock.now - this.instance.lastActiveAt >= hibernateAfterMs) this.evict()
    const instance = this.instance ?? new Instance(this)
    clock.owner = instance
    if (this.instance) return instance
    this.instance = instance
    this.wakes += 1
    instance.context = this.#context(instance)
    instance.user = new this.#make(instance.context, this.core.env as never)
    return instance
  }
  #context(instance: Instance): DurableObjectState {
    const { sockets } = this
    return {
      id: this.id,
      storage: instance.storage,
      // timers and answers keep the object awake by themselves; for a promise alone nothing more is needed
      waitUntil: (promise: Promise<unknown>): void => void promise.catch((error: unknown) => instance.uncaught(error)),
      abort: (reason?: string): void => {
        instance.aborted = Object.assign(new Error(reason ?? 'aborted'), { durableObjectReset: true })
      },
      blockConcurrencyWhile: <T>(work: () => Promise<T>) => instance.blockConcurrencyWhile(work),
      acceptWebSocket: sockets.accept.bind(sockets),
      getWebSockets: sockets.list.bind(sockets),
      getTags: sockets.tagsOf.bind(sockets),
      setWebSocketAutoResponse: sockets.setAutoResponse.bind(sockets),
      getWebSocketAutoResponse: sockets.getAutoResponse.bind(sockets),
      getWebSocketAutoResponseTimestamp: sockets.autoResponseAt.bind(sockets),
    } as unknown as DurableObjectState
  }

  #runAlarm(info: AlarmInfo, own: boolean, ended: () => void, failed: () => void): void {
    this.core.billed('alarm')
    let storage: Instance['storage'] | null = null
    let over = false
    const once = (end: () => void): void => {
      if (!over) end()
      over = true
    }
    this.deliver(
      (user) => {
        storage = (this.instance as Instance).storage
        storage.alarmIsRunning = own
        const isEarly = (this.machine?.wall(this.core.clock.now) ?? info.scheduledTime) < info.scheduledTime
        sometimes('an alarm comes early by the clock of its object', isEarly)
        return user.alarm?.(info)
      },
      (outcome) => {
        const unchanged = storage?.alarmIsRunning ?? false
        if (storage) storage.alarmIsRunning = false
        if ('threw' in outcome) this.core.uncaught(`${this.name} alarm`, outcome.threw)
        if (!('value' in outcome)) return once(failed)
        if (unchanged) this.disk.setAlarm(null)
        leave(this.core.clock.owner, () => once(ended))
      },
      true,
    )
  }
}
