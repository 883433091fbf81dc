// Namespaces, ids and stubs. The calls of one stub arrive in order; between two stubs of one object there is no order.
import { createHash } from 'node:crypto'
import { type Answer, ask } from './ask.ts'
import { leave } from './clock.ts'
import { remoteError, rpcClone } from './clone.ts'
import type { Core } from './core.ts'
import type { Shelf } from './files.ts'
import type { Settle, UserClass, UserObject } from './instance.ts'
import { type ObjectId, PlatformObject } from './objects.ts'

/** Names that are no RPC methods: events of the runtime, and what every object has. */
const RESERVED = new Set([
  'constructor',
  'fetch',
  'alarm',
  'webSocketMessage',
  'webSocketClose',
  'webSocketError',
  'then',
])

class Id implements ObjectId {
  readonly name: string
  readonly #binding: string
  #text: string | null = null
  constructor(binding: string, name: string) {
    this.name = name
    this.#binding = binding
  }
  toString(): string {
    this.#text ??= createHash('sha256').update(`${this.#binding}/${this.name}`).digest('hex')
    return this.#text
  }
  equals(other: ObjectId): boolean {
    return this.toString() === other.toString()
  }
}

/** Not a name that a user's class could have. */
const CALL = Symbol('call')
const DELIVER = Symbol('deliver')

class Stub {
  readonly #core: Core
  readonly #object: PlatformObject
  /** Its object died: every further call of this stub fails with the same error, and a new stub is needed. */
  #broken: Error | null = null
  #lastArrival = 0
  constructor(core: Core, object: PlatformObject) {
    this.#core = core
    this.#object = object
  }
  get id(): ObjectId {
    return this.#object.id
  }
  get name(): string {
    return this.#object.id.name
  }
  fetch(input: Request | string | URL, init?: RequestInit): Promise<Response> {
    const request = input instanceof Request && !init ? input : new Request(input, init)
    return this[DELIVER](
      'fetch',
      (user) => user.fetch?.(request),
      (response) => response as Response,
    )
  }
  [CALL](method: string, args: readonly unknown[]): Promise<unknown> {
    let sent: unknown[]
    try {
      sent = args.map(rpcClone)
    } catch (error) {
      return Promise.reject(error)
    }
    return this[DELIVER](method, (user) => invoke(user, method, sent), rpcClone)
  }
  [DELIVER]<T>(what: string, event: (user: UserObject) => unknown, take: (made: unknown) => T): Promise<T> {
    if (this.#broken) return Promise.reject(this.#broken)
    this.#core.billed('rpc')
    const { clock } = this.#core
    const settleInto = (reply: (answer: Answer<T>) => void): Settle => {
      let replied = false
      const replyOnce = (answer: Answer<T>): void => {
        if (!replied) reply(answer)
        replied = true
      }
      return (outcome) => {
        if ('died' in outcome) {
          if (!replied) this.#broken = outcome.died
          return replyOnce({ error: outcome.died })
        }
        const answer = answerOf(outcome, take, this.#object.id)
        // the reply waits for the output gate of the object that made it
        leave(clock.owner, () => replyOnce(answer))
      }
    }
    return ask<T>(
      this.#core,
      'rpc',
      `${this.#object.name} ${what}`,
      (reply) => this.#object.deliver(event, settleInto(reply), true),
      {
        notBefore: this.#lastArrival,
        arrivesAt: (at) => {
          this.#lastArrival = at
        },
      },
    )
  }
}

const answerOf = <T>(
  outcome: { value: unknown } | { threw: unknown },
  take: (made: unknown) => T,
  id: ObjectId,
): Answer<T> => {
  if ('threw' in outcome) return { error: remoteError(outcome.threw, id.toString()) }
  try {
    return { value: take(outcome.value) }
  } catch (error) {
    return { error }
  }
}

const invoke = (user: UserObject, method: string, args: readonly unknown[]): unknown => {
  const found = (user as Record<string, unknown>)[method]
  if (RESERVED.has(method)) throw new TypeError(`'${method}' is a reserved method and cannot be called over RPC.`)
  if (typeof found !== 'function' || Object.hasOwn(user, method))
    throw new TypeError(`The RPC receiver does not implement "${method}".`)
  return Reflect.apply(found, user, args)
}

/** Every method of the class is a method of its stubs; a call under any other name reaches the object, which refuses it. */
const stubClass = (make: UserClass): typeof Stub => {
  class ClassStub extends Stub {}
  for (let p: object = make.prototype as object; p !== Object.prototype; p = Object.getPrototypeOf(p) as object)
    for (const name of Object.getOwnPropertyNames(p))
      if (!RESERVED.has(name) && !Object.hasOwn(Stub.prototype, name))
        Object.defineProperty(ClassStub.prototype, name, { value: methodOf(name) })
  return ClassStub
}
const methodOf = (name: string) =>
  function call(this: Stub, ...args: unknown[]): Promise<unknown> {
    return this[CALL](name, args)
  }
Object.setPrototypeOf(
  Stub.prototype,
  new Proxy(Object.prototype, {
    get: (target, name, receiver) =>
      typeof name !== 'string' || name === 'then' || name in target
        ? (Reflect.get(target, name, receiver) as unknown)
        : methodOf(name),
  }),
)

export class Namespace {
  readonly objects = new Map<string, PlatformObject>()
  readonly binding: string
  readonly #core: Core
  readonly #make: UserClass
  readonly #stub: typeof Stub
  readonly #shelf: Shelf
  constructor(core: Core, binding: string, make: UserClass, shelf: Shelf) {
    this.#core = core
    this.binding = binding
    this.#shelf = shelf
    this.#make = make
    this.#stub = stubClass(make)
  }
  idFromName(name: string): ObjectId {
    return this.objects.get(name)?.id ?? new Id(this.binding, name)
  }
  get(id: ObjectId): Stub {
    return new this.#stub(this.#core, this.object(id.name))
  }
  getByName(name: string): Stub {
    return new this.#stub(this.#core, this.object(name))
  }
  /** For the scenario only: storage, sockets and life of the object. */
  object(name: string): PlatformObject {
    const known = this.objects.get(name)
    if (known) return known
    const made = new PlatformObject(
      this.#core,
      this.binding,
      new Id(this.binding, name),
      this.#make,
      this.#shelf.take(),
    )
    this.objects.set(name, made)
    return made
  }
  /** Called when the history is over. */
  dispose(): void {
    for (const { disk } of this.objects.values()) this.#shelf.giveBack(disk.file)
    this.objects.clear()
  }
}
