// The account socket: dials, redials, renews the lease, carries facts up until they are acknowledged.
// Without a lease there must be no WhatsApp socket: whoever listens to `leaseLost` closes it. A runner that was fenced, or
// gave up, still hands in what it alone knows: such a link is a leftover, has no lease and ends when all is stored.
import { WebSocket } from 'ws'
import { backOffMs } from '../contract/back-off.ts'
import {
  CLOSE,
  type Command,
  downFrame,
  type Fact,
  frameJson,
  GIVE_UP_MS,
  PING,
  PONG,
  type UpFrame,
} from '../contract/runner.ts'
import type { FactOutbox } from './fact-outbox.ts'
import type { Log } from './log.ts'
import type { WorkerClock } from './worker-clock.ts'

const BACKOFF = { baseMs: 500, capMs: 5_000 }
/** Rows of a send in flight wait this long for its result, to share its frame. */
const HOLD_ROWS_MS = 1_000
const now = (): number => performance.now()

export type LinkEvents = {
  /** Greeting of a new dial; a leftover has none. */
  hello?: () => Fact
  command: (command: Command) => void
  leaseLost: () => void
  /** Another epoch owns the account. */
  fenced: () => void
  /** The object could not be reached for minutes. */
  gaveUp: () => void
}

export class AccountLink {
  readonly #dial: () => WebSocket
  readonly #leaseMs: number
  readonly #outbox: FactOutbox
  readonly #events: LinkEvents
  readonly #clock: WorkerClock
  readonly #log: Log
  #ws: WebSocket | null = null
  #ended = false
  #tries = 0
  #redialTimer: NodeJS.Timeout | undefined
  #flushing = false
  #leaseUntil = 0
  /** The lease was there and its end has not been told yet. */
  #leaseEndReported = true
  #pings: number[] = []
  #lastPingAt = 0
  #lastOpenAt = now()
  #holds = 0
  #heldSince = 0
  readonly #emptied: (() => void)[] = []

  constructor(options: {
    dial: () => WebSocket
    leaseMs: number
    outbox: FactOutbox
    events: LinkEvents
    clock: WorkerClock
    log: Log
  }) {
    this.#dial = options.dial
    this.#leaseMs = options.leaseMs
    this.#outbox = options.outbox
    this.#events = options.events
    this.#clock = options.clock
    this.#log = options.log
  }

  get hasLease(): boolean {
    return !this.#ended && now() < this.#leaseUntil
  }
  get isOpen(): boolean {
    return this.#ws?.readyState === WebSocket.OPEN
  }

  start(): void {
    clearTimeout(this.#redialTimer)
    if (this.#ended || this.#ws) return
    const ws = this.#dial()
    const dialledAt = now()
    this.#ws = ws
    this.#pings = []
    ws.on('open', () => this.#opened(ws, dialledAt))
    ws.on('message', (data, isBinary) => {
      if (this.#ws === ws && !isBinary) this.#heard(ws, String(data))
    })
    ws.on('error', (error) => this.#log.debug({ err: error }, 'account socket failed'))
    ws.on('close', (code) => this.#closed(ws, code))
  }

  /** Ends for good; nothing is redialled. */
  end(code = 1000): void {
    this.#ended = true
    clearTimeout(this.#redialTimer)
    const ws = this.#ws
    this.#ws = null
    if (ws?.readyState === WebSocket.CONNECTING) ws.terminate()
    else ws?.close(code)
    for (const emptied of this.#emptied.splice(0)) emptied()
  }

  /** Once a second or so, from the process' one ticker. */
  tick(): void {
    const at = now()
    if (!this.#leaseEndReported && !this.hasLease) {
      this.#leaseEndReported = true
      this.#events.leaseLost()
    }
    if (!this.#ws && at - this.#lastOpenAt > GIVE_UP_MS) return this.#events.gaveUp()
    if (this.#ws && this.isOpen) {
      this.#lastOpenAt = at
      if (at - this.#lastPingAt >= this.#leaseMs / 3) this.#ping(this.#ws, at)
      // silent: dial anew while the lease still stands
      else if (this.#pings[0] !== undefined && at - this.#pings[0] > this.#leaseMs / 2) this.#ws.terminate()
    }
    if (this.#outbox.hasRows) this.flush()
  }

  /** Facts of one tick travel together. */
  flush(): void {
    if (this.#flushing) return
    this.#flushing = true
    setImmediate(() => {
      this.#flushing = false
      this.flushNow()
    })
  }
  flushNow(): void {
    const ws = this.#ws
    if (!ws || ws.readyState !== WebSocket.OPEN) return
    const held = this.#holds > 0 && now() - this.#heldSince < HOLD_ROWS_MS
    this.#send(ws, this.#outbox.take(!held))
  }
  /** Between a send's start and its result its rows wait, to share the result's frame. */
  hold(): () => void {
    if (this.#holds === 0) this.#heldSince = now()
    this.#holds += 1
    let released = false
    return () => {
      if (released) return
      released = true
      this.#holds -= 1
      this.#heldSince = now()
      if (this.#outbox.hasRows) this.flush()
    }
  }

  /** Everything is stored by the object, or this link has ended, or the time is over. */
  async emptied(timeoutMs: number): Promise<void> {
    this.flushNow()
    if (this.#outbox.isEmpty || this.#ended) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs)
      this.#emptied.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  #opened(ws: WebSocket, dialledAt: number): void {
    if (this.#ws !== ws) return ws.close()
    this.#lastOpenAt = now()
    const { hello } = this.#events
    if (hello) {
      // the object counts from when it accepted, which was later
      this.#leaseUntil = Math.max(this.#leaseUntil, dialledAt + this.#leaseMs)
      this.#leaseEndReported = false
      this.#ping(ws, now())
    }
    this.#send(ws, this.#outbox.repeat())
    if (hello) this.#outbox.greet(hello())
    this.flushNow()
  }

  #heard(ws: WebSocket, text: string): void {
    if (text === PONG) {
      const sentAt = this.#pings.shift()
      if (sentAt !== undefined) this.#leaseUntil = Math.max(this.#leaseUntil, sentAt + this.#leaseMs)
      return
    }
    const parsed = downFrame.safeParse(frameJson(text))
    if (!parsed.success) {
      this.#log.warn({ problem: parsed.error.issues[0]?.message }, 'bad frame from the object')
      return ws.close(CLOSE.badFrame)
    }
    if (parsed.data.at !== undefined) this.#clock.heard(parsed.data.at)
    if (parsed.data.ack !== undefined) {
      // a socket that opens and stores nothing is no success: its redials go on slowing down
      this.#tries = 0
      this.#outbox.ack(parsed.data.ack)
      if (this.#outbox.isEmpty) for (const emptied of this.#emptied.splice(0)) emptied()
    }
    for (const command of parsed.data.commands) this.#events.command(command)
  }

  #closed(ws: WebSocket, code: number): void {
    if (this.#ws !== ws) return
    this.#ws = null
    if (this.#ended) return
    if (code === CLOSE.fenced) {
      this.end()
      return this.#events.fenced()
    }
    // never at once: a deploy closes the sockets of all accounts together
    this.#tries += 1
    const delay = backOffMs(this.#tries, BACKOFF, Math.random())
    this.#redialTimer = setTimeout(() => this.start(), delay)
  }

  #ping(ws: WebSocket, at: number): void {
    this.#lastPingAt = at
    this.#pings.push(at)
    ws.send(PING)
  }
  #send(ws: WebSocket, frames: readonly UpFrame[]): void {
    for (const frame of frames) ws.send(JSON.stringify(frame))
  }
}
