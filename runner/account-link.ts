// The account socket: dials, redials, renews the lease, carries facts up until they are acknowledged.
// Without a lease there must be no WhatsApp socket: the listener of `leaseLost` closes it. A runner that was fenced, or gave up,
// still delivers the facts it holds: such a link is a leftover, has no lease, and ends when all of them are stored.
import { WebSocket } from 'ws'
import { backOffMs } from '../contract/ground/back-off.ts'
import { CLOSE, type Command, type Fact, GIVE_UP_MS, PING, PONG, type UpFrame } from '../contract/operation/runner.ts'
import { readDownFrame } from '../contract/operation/runner-frames.ts'
import { sometimes } from '../contract/ground/sometimes.ts'
import type { FactOutbox } from './fact-outbox.ts'
import type { Log } from './log.ts'
import { WorkerClock } from './worker-clock.ts'

const BACKOFF = { baseMs: 500, capMs: 5_000 }
/** Rows of a send in flight wait this long for its result, to share its frame. */
const HOLD_ROWS_MS = 1_000
const now = (): number => performance.now()

export type LinkEvents = {
  /** First fact after each dial; a leftover sends none. */
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
  /** Of this account’s object, by its frames. */
  readonly clock = new WorkerClock()
  readonly #log: Log
  #ws: WebSocket | null = null
  #ended = false
  #tries = 0
  #redialTimer: NodeJS.Timeout | undefined
  #flushing = false
  #leaseUntil = 0
  /** false: the lease is running, and its end must still be reported. */
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
    log: Log
  }) {
    this.#dial = options.dial
    this.#leaseMs = options.leaseMs
    this.#outbox = options.outbox
    this.#events = options.events
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

  /** Closes for good, without a redial. */
  end(code = 1000): void {
    this.#ended = true
    clearTimeout(this.#redialTimer)
    const ws = this.#ws
    this.#ws = null
    if (ws?.readyState === WebSocket.CONNECTING) ws.terminate()
    else ws?.close(code)
    for (const emptied of this.#emptied.splice(0)) emptied()
  }

  /** Called about once a second by the process' one ticker. */
  tick(): void {
    const at = now()
    this.checkLease()
    if (!this.#ws && at - this.#lastOpenAt > GIVE_UP_MS) return this.#events.gaveUp()
    if (this.#ws && this.isOpen) {
      this.#lastOpenAt = at
      if (at - this.#lastPingAt >= this.#leaseMs / 3) this.#ping(this.#ws, at)
      // no answer for half a lease: dial again while the lease still runs
      else if (this.#pings[0] !== undefined && at - this.#pings[0] > this.#leaseMs / 2) this.#ws.terminate()
    }
    if (this.#outbox.hasRows) this.flush()
  }

  /** Reports the end of the lease, once. false: it is over, and WhatsApp is closed. */
  checkLease(): boolean {
    if (this.hasLease) return true
    if (!this.#leaseEndReported) {
      this.#leaseEndReported = true
      this.#events.leaseLost()
    }
    return false
  }

  /** Sends waiting facts; those of one tick share a frame. */
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
  /** Holds back a send's key rows until its result, so that both share a frame. */
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

  /** Resolves when the object has stored everything, this link has ended, or the time is over. */
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
      sometimes('a lease that has just ended is renewed', !this.hasLease && !this.#leaseEndReported)
      // the object counts from when it accepted the dial, which was later: this end is the earlier, safe one
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
    const frame = readDownFrame(text)
    if (!frame) {
      this.#log.warn('bad frame from the object')
      return ws.close(CLOSE.badFrame)
    }
    for (const problem of frame.unreadable) this.#log.warn({ problem }, 'a command that this version does not know')
    if (frame.at !== undefined) this.clock.heard(frame.at)
    if (frame.ack !== undefined) {
      // only an acknowledgement resets the back-off: a socket that opens and stores nothing is no success
      this.#tries = 0
      this.#outbox.ack(frame.ack, frame.unread)
      if (this.#outbox.isEmpty) for (const emptied of this.#emptied.splice(0)) emptied()
    }
    for (const command of frame.commands) this.#events.command(command)
  }

  #closed(ws: WebSocket, code: number): void {
    if (this.#ws !== ws) return
    this.#ws = null
    if (this.#ended) return
    if (code === CLOSE.fenced) {
      this.end()
      return this.#events.fenced()
    }
    // never without a pause: a deploy closes the sockets of all accounts together
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
