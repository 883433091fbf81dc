// Replacements of Node's and workerd's globals while a platform is installed; all of them are put back afterwards.
import { syncBuiltinESMExports } from 'node:module'
import perfHooks from 'node:perf_hooks'
import { type Clock, WORLD } from './clock.ts'
import type { Core } from './core.ts'
import { replaceChance } from './random.ts'
import { pairClass, PlatformSocket } from './sockets.ts'
import { Replacements, replaceTime } from './timers.ts'

const NativeResponse = globalThis.Response
const SWITCHING = 101

/** A Response that may have status 101, which hands out a socket; Node's own refuses it. */
class PlatformResponse extends NativeResponse {
  override readonly webSocket: WebSocket | null
  readonly #status: number
  constructor(body?: BodyInit | null, init: ResponseInit = {}) {
    const { webSocket = null, ...rest } = init
    const status = rest.status ?? 200
    super(body, { ...rest, status: status === SWITCHING ? 200 : status })
    this.webSocket = webSocket
    this.#status = status
  }
  override get status(): number {
    // a response that is the init of another one is read while that other one is made
    return #status in this ? this.#status : super.status
  }
}
class RequestResponsePair {
  readonly request: string
  readonly response: string
  constructor(request: string, response: string) {
    this.request = request
    this.response = response
  }
}
/** Reports an event loop that never lags. */
const noDelay = () => ({
  enable: () => true,
  disable: () => true,
  reset: () => {},
  percentile: () => 20e6,
  mean: 20e6,
  max: 20e6,
})

/** What a process says of its memory: asking Linux each time costs more than a step of the world, and no two histories would be alike. */
const MEMORY = {
  rss: 100 * 1_048_576,
  heapTotal: 80 * 1_048_576,
  heapUsed: 50 * 1_048_576,
  external: 0,
  arrayBuffers: 0,
}
const memory = Object.assign(() => MEMORY, { rss: () => MEMORY.rss })

/** Sends what the product logs to `said`; the scenario's own lines stay on the console. */
const replaceConsole = (clock: Clock, said: Said, replace: Replacements): void => {
  for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
    const native = console[level].bind(console)
    replace.set(console, level, (...words: unknown[]) => {
      if (clock.owner === WORLD) native(...words)
      else said(clock.owner.name, words.map(String).join(' '))
    })
  }
}
/** @param who an `Owner.name` */
export type Said = (who: string, text: string) => void

/** Replaces time, randomness, sockets, console and what a process knows of itself. @returns a function that puts all of it back */
export const installGlobals = (core: Core, said: Said | undefined): (() => void) => {
  const replace = new Replacements()
  if (said) replaceConsole(core.clock, said, replace)
  replaceTime(core.clock, replace)
  replaceChance(core.random.fork(), replace)
  replace.set(globalThis, 'Response', PlatformResponse)
  replace.set(globalThis, 'WebSocket', PlatformSocket)
  replace.set(globalThis, 'WebSocketPair', pairClass(core))
  replace.set(globalThis, 'WebSocketRequestResponsePair', RequestResponsePair)
  replace.set(process, 'memoryUsage', memory)
  replace.set(perfHooks, 'monitorEventLoopDelay', noDelay)
  // workerd only logs an unhandled rejection; Node would end the process
  const floating = (error: unknown): void => core.uncaught(`${core.clock.owner.name} unhandled rejection`, error)
  process.on('unhandledRejection', floating)
  // passes the change on to named imports of built-in modules
  syncBuiltinESMExports()
  return () => {
    process.off('unhandledRejection', floating)
    replace.undo()
    syncBuiltinESMExports()
  }
}
