// The whole platform of one history: clock, randomness, objects, D1, queues, bucket, processes, and the faults among them.
import { ask } from './ask.ts'
import { Bucket } from './bucket.ts'
import { ClientSocket, type DialOptions } from './client-socket.ts'
import { Clock, NETWORK, type RunEnd } from './clock.ts'
import type { Core } from './core.ts'
import { D1, type Database } from './d1.ts'
import { Shelf } from './files.ts'
import { calm, codeUpdated, type Faults } from './faults.ts'
import { installGlobals, type Said } from './globals.ts'
import type { Instance, UserClass, UserObject } from './instance.ts'
import type { PlatformObject } from './objects.ts'
import { Invocation, Process } from './owners.ts'
import { type ConsumerOptions, QueueBroker } from './queue.ts'
import { Random } from './random.ts'
import { Namespace } from './stubs.ts'

export type PlatformOptions = {
  seed: number
  /** Epoch ms. */
  startsAt: number
  /** Binding → class. */
  objects: Record<string, UserClass>
  /** Binding → files for its objects, used over many histories. */
  shelves?: Record<string, Shelf>
  /** Binding → migrated database; what the history writes into it is rolled back. */
  databases?: Record<string, Database>
  /** Queue → how it is consumed; a dead letter queue must be listed before the queue that names it. */
  queues?: Record<string, ConsumerOptions>
  /** Binding → queue. */
  producers?: Record<string, string>
  buckets?: readonly string[]
  vars?: Record<string, string>
  /** Overrides of the calm defaults; called once, with a generator of its own. */
  faults?: (random: Random) => Partial<Faults>
  hibernateAfterMs?: number
  autoReplyToClose?: boolean
  /** Takes what the product logs; without it that goes to the console. */
  said?: Said
}
export type Problem = { at: number; where: string; error: unknown }

let isOneInstalled = false

export class Platform {
  readonly core: Core
  readonly clock: Clock
  /** The scenario's own generator; what the platform draws does not change it. */
  readonly random: Random
  readonly env: Record<string, unknown> = {}
  readonly namespaces = new Map<string, Namespace>()
  readonly queues = new Map<string, QueueBroker>()
  /** What user code threw and nobody caught. */
  readonly problems: Problem[] = []
  readonly #said: Said | undefined
  #putBack: (() => void) | null = null

  constructor(options: PlatformOptions) {
    this.#said = options.said
    const random = new Random(options.seed)
    const own = random.fork()
    this.random = random.fork()
    this.clock = new Clock(options.startsAt)
    const faults = { ...calm(own), ...options.faults?.(random.fork()) }
    this.core = {
      clock: this.clock,
      random: own,
      faults,
      env: this.env,
      hibernateAfterMs: options.hibernateAfterMs ?? 10_000,
      autoReplyToClose: options.autoReplyToClose ?? false,
      uncaught: (where, error) => this.problems.push({ at: this.clock.now, where, error }),
      billed: () => {},
    }
    this.#bind(options)
  }

  /**
   * Installs virtual time, seeded randomness and workerd's globals.
   * @throws Error while another is installed: it would take that one's time for the real one, and so would the test files after it
   */
  install(): this {
    if (isOneInstalled) throw new Error('another platform is installed: dispose of that first')
    isOneInstalled = true
    this.#putBack = installGlobals(this.core, this.#said)
    return this
  }
  /** Ends the history: globals are put back, files are returned. */
  dispose(): void {
    if (this.#putBack !== null) {
      this.#putBack()
      this.#putBack = null
      isOneInstalled = false
    }
    this.clock.clear()
    for (const namespace of this.namespaces.values()) namespace.dispose()
  }

  object(binding: string, name: string): PlatformObject {
    const namespace = this.namespaces.get(binding)
    if (!namespace) throw new Error(`no namespace ${binding}`)
    return namespace.object(name)
  }
  /** Runs code inside an object, as an event of its own. */
  inside<T>(
    binding: string,
    name: string,
    act: (user: UserObject, ctx: DurableObjectState) => T | Promise<T>,
  ): Promise<T> {
    const object = this.object(binding, name)
    return ask<T>(this.core, 'rpc', `${object.name} inside`, (reply) => {
      object.deliver(
        (user) => act(user, (object.instance as Instance).context),
        (outcome) => {
          if ('value' in outcome) reply({ value: outcome.value as T })
          else reply({ error: 'threw' in outcome ? outcome.threw : outcome.died })
        },
      )
    })
  }
  objects(): PlatformObject[] {
    return [...this.namespaces.values()].flatMap((namespace) => [...namespace.objects.values()])
  }
  queue(name: string): QueueBroker {
    const queue = this.queues.get(name)
    if (!queue) throw new Error(`no queue ${name}`)
    return queue
  }
  process(name: string): Process {
    return new Process(this.core, name)
  }
  /** Dials a websocket from the process whose code runs now. */
  dial(options: DialOptions): ClientSocket {
    return new ClientSocket(this.core, options)
  }
  /** A call of the Worker: a request, a cron run. @throws what it throws, or that the connection was lost when it died */
  invoke<T>(what: string, work: () => T): Promise<Awaited<T>> {
    const caller = this.clock.owner
    return new Promise<Awaited<T>>((resolve, reject) => {
      this.clock.after(0, NETWORK, what, () => {
        Invocation.run(this.core, what, work, (outcome) => {
          this.clock.after(0, caller, `${what} ended`, () => {
            if ('value' in outcome) resolve(outcome.value as Awaited<T>)
            else reject('threw' in outcome ? outcome.threw : outcome.died)
          })
        })
      })
    })
  }
  /**
   * A new version of the Worker: every object is reset within this time, asleep or awake, and all its sockets break. (With
   * Cloudflare's deferred code updates the awake ones may go on for up to five minutes: call it with that much.)
   */
  deploy(withinMs: number): void {
    for (const object of this.objects())
      this.clock.after(this.core.random.between(0, withinMs), NETWORK, `${object.name} deploy`, () =>
        object.die(codeUpdated(), Number.POSITIVE_INFINITY),
      )
  }

  run(options: { until?: number; stop?: () => boolean } = {}): Promise<RunEnd> {
    return this.clock.run(options)
  }
  drive<T>(work: () => T): Promise<Awaited<T>> {
    return this.clock.drive(work)
  }

  #bind(options: PlatformOptions): void {
    const { core, env } = this
    for (const [binding, make] of Object.entries(options.objects)) {
      const namespace = new Namespace(core, binding, make, options.shelves?.[binding] ?? new Shelf())
      this.namespaces.set(binding, namespace)
      env[binding] = namespace
    }
    for (const [binding, database] of Object.entries(options.databases ?? {})) {
      database.begin()
      database.clock = () => core.clock.now
      env[binding] = new D1(core, database)
    }
    for (const [name, how] of Object.entries(options.queues ?? {}))
      this.queues.set(name, new QueueBroker(core, name, how, this.queues.get(how.deadLetterQueue ?? '') ?? null))
    for (const [binding, name] of Object.entries(options.producers ?? {})) env[binding] = this.queue(name)
    for (const binding of options.buckets ?? []) env[binding] = new Bucket(core)
    Object.assign(env, options.vars)
  }
}
