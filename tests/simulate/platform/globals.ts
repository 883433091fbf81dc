// What stands in for Node's and workerd's globals while a platform is installed; all of it is put back afterwards.
import { syncBuiltinESMExports } from 'node:module'
import perfHooks from 'node:perf_hooks'
import { type Clock, WORLD } from './clock.ts'
import type { Core } from './core.ts'
import { replaceChance } from './random.ts'
import { pairClass, PlatformSocket } from './sockets.ts'
import { Replacements, replaceTime } from './timers.ts'

const NativeResponse = globalThis.Response
const SWITCHING = 101

/** Node refuses status 101, with which a socket is handed out. */
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
    // a response that is the init of another one is read while that one is being made
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
/** An event loop that never lags. */
const noDelay = () => ({
  enable: () => true,
  disable: () => true,
  reset: () => {},
  percentile: () => 20e6,
  mean: 20e6,
  max: 20e6,
})

/** What the product logs goes to `said`; the scenario's own lines stay on the console. */
const replaceConsole = (clock: Clock, said: Said, replace: Replacements): void => {
  for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
    const native = console[level].bind(console)
    replace.set(console, level, (...words: unknown[]) => {
      if (clock.owner === WORLD) native(...words)
      else said(clock.owner.name, words.map(String).join(' '))
    })
  }
}
/** @param who as in `Owner.name` */
export type Said = (who: string, text: string) => void

/** Time, chance, sockets, console and what a process knows of itself. @returns puts everything back */
export const installGlobals = (core: Core, said: Said | undefined): (() => void) => {
  const replace = new Replacements()
  if (said) replaceConsole(core.clock, said, replace)
  replaceTime(core.clock, replace)
  replaceChance(core.random.fork(), replace)
  replace.set(globalThis, 'Response', PlatformResponse)
  replace.set(globalThis, 'WebSocket', PlatformSocket)
  replace.set(globalThis, 'WebSocketPair', pairClass(core))
  replace.set(globalThis, 'WebSocketRequestResponsePair', RequestResponsePair)
  replace.set(process.memoryUsage, 'rss', () => 100 * 1_048_576)
  replace.set(perfHooks, 'monitorEventLoopDelay', noDelay)
  // workerd logs a promise that nobody looks after; Node would end
  const floating = (error: unknown): void => core.uncaught(`${core.clock.owner.name} unhandled rejection`, error)
  process.on('unhandledRejection', floating)
  // named imports of built-in modules follow
  syncBuiltinESMExports()
  return () => {
    process.off('unhandledRejection', floating)
    replace.undo()
    syncBuiltinESMExports()
  }
}
