// A websocket client with the interface of the package `ws`, with which the runner dials: events, states and close codes of ws 8.
import { EventEmitter } from 'node:events'
import { type Event, NETWORK, type Owner } from './clock.ts'
import type { Core } from './core.ts'
import type { Frame, Link } from './link.ts'
import { Invocation } from './owners.ts'
import type { PlatformSocket } from './sockets.ts'

/** ws waits this long for the peer's Close frame and for the end of the connection. */
const CLOSE_MS = 30_000
const HANDSHAKE_MS = 30_000
const NO_CODE = 1005
const LOST = 1006

export type DialOptions = {
  url: string
  headers?: Record<string, string>
  handshakeTimeout?: number
  /** The Worker's fetch handler, or anything else that answers the upgrade. */
  answer: (request: Request) => Response | Promise<Response>
}

export class ClientSocket extends EventEmitter {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readyState = 0
  link: Link | null = null
  readonly #core: Core
  readonly #owner: Owner
  #closeCode = LOST
  #closeReason = ''
  #closeSent = false
  #timer: Event | null = null

  constructor(core: Core, options: DialOptions) {
    super()
    this.#core = core
    this.#owner = core.clock.owner
    this.#owner.sockets.add(this)
    this.#dial(options)
  }

  send(data: string | Uint8Array, done?: (error?: Error) => void): void {
    if (this.readyState === ClientSocket.CONNECTING) throw new Error('WebSocket is not open: readyState 0 (CONNECTING)')
    if (this.readyState !== ClientSocket.OPEN) {
      if (done)
        this.#soon('send refused', () => done(new Error(`WebSocket is not open: readyState ${this.readyState}`)))
      return
    }
    this.#send({ kind: 'data', data: typeof data === 'string' ? data : new Uint8Array(data).buffer })
    if (done) this.#soon('sent', done)
  }
  ping(): void {
    if (this.readyState === ClientSocket.CONNECTING) throw new Error('WebSocket is not open: readyState 0 (CONNECTING)')
    if (this.readyState === ClientSocket.OPEN) this.#send({ kind: 'ping' })
  }
  close(code?: number, reason = ''): void {
    if (this.readyState === ClientSocket.CLOSED || this.#closeSent) return
    if (this.readyState === ClientSocket.CONNECTING) return this.#abortHandshake()
    this.#sendClose(code ?? NO_CODE, reason)
  }
  terminate(): void {
    if (this.readyState === ClientSocket.CLOSED) return
    if (this.readyState === ClientSocket.CONNECTING) return this.#abortHandshake()
    this.readyState = ClientSocket.CLOSING
    this.breakOff()
    this.#soon('terminated', () => this.#closed())
  }
  /** Its process died: the peer learns that the connection is gone. */
  breakOff(): void {
    this.link?.breakOff(1)
  }

  #dial(options: DialOptions): void {
    const { clock, faults } = this.#core
    const fate = faults.dial(this.#owner.name)
    const timeout = options.handshakeTimeout ?? HANDSHAKE_MS
    this.#wait(timeout, 'handshake timeout', () => this.#fail('Opening handshake has timed out'))
    if (fate === 'silent') return
    if (fate === 'refused')
      return void clock.after(faults.latencyMs('socket'), this.#owner, 'dial refused', () =>
        this.#fail('connect ECONNREFUSED'),
      )
    const request = new Request(options.url, { headers: { upgrade: 'websocket', ...options.headers } })
    clock.after(faults.latencyMs('socket'), NETWORK, 'dial', () => {
      Invocation.run(
        this.#core,
        'worker upgrade',
        () => options.answer(request),
        (outcome) => {
          const response = 'value' in outcome ? (outcome.value as Response) : null
          clock.after(faults.latencyMs('socket'), NETWORK, 'dial answered', () => this.#answered(response))
        },
      )
    })
  }
  #answered(response: Response | null): void {
    const { clock } = this.#core
    const socket = (response as { webSocket?: PlatformSocket | null } | null)?.webSocket ?? null
    if (!this.#owner.alive || this.readyState !== ClientSocket.CONNECTING) return socket?.breakOff()
    clock.owner = this.#owner
    if (!socket) return this.#fail(`Unexpected server response: ${response?.status ?? 500}`)
    this.#stopWaiting()
    this.link = socket.link
    this.readyState = ClientSocket.OPEN
    socket.link.attach(1, (frame) => this.#heard(frame))
    this.emit('open')
  }
  #heard(frame: Frame): void {
    if (!this.#owner.alive || this.readyState === ClientSocket.CLOSED) return
    if (this.#owner.crashesAt?.('before-event')) return
    this.#core.clock.owner = this.#owner
    switch (frame.kind) {
      case 'data':
        if (typeof frame.data === 'string') this.emit('message', Buffer.from(frame.data), false)
        else this.emit('message', Buffer.from(frame.data), true)
        return
      case 'ping':
        this.#send({ kind: 'pong' })
        this.emit('ping', Buffer.alloc(0))
        return
      case 'pong':
        this.emit('pong', Buffer.alloc(0))
        return
      case 'close':
        this.#closeCode = frame.code
        this.#closeReason = frame.reason
        if (!this.#closeSent) this.#sendClose(frame.code, frame.reason)
        // 'close' is emitted when the connection itself has ended
        this.#wait(this.#core.faults.latencyMs('socket'), 'connection ended', () => this.#closed())
        return
      case 'lost':
        return this.#closed()
    }
  }
  #sendClose(code: number, reason: string): void {
    this.#closeSent = true
    this.readyState = ClientSocket.CLOSING
    this.#send({ kind: 'close', code, reason })
    this.#wait(CLOSE_MS, 'close timeout', () => {
      this.breakOff()
      this.#closed()
    })
  }
  #send(frame: Frame): void {
    this.link?.send(1, frame)
  }
  #abortHandshake(): void {
    this.readyState = ClientSocket.CLOSING
    this.#soon('handshake aborted', () => this.#fail('WebSocket was closed before the connection was established'))
  }
  /** Without a listener EventEmitter throws, as it does in production. */
  #fail(message: string): void {
    this.#stopWaiting()
    this.readyState = ClientSocket.CLOSING
    this.emit('error', new Error(message))
    this.#closed()
  }
  #closed(): void {
    if (this.readyState === ClientSocket.CLOSED) return
    this.#stopWaiting()
    this.readyState = ClientSocket.CLOSED
    this.#owner.sockets.delete(this)
    this.emit('close', this.#closeCode, Buffer.from(this.#closeReason))
  }
  #soon(what: string, run: () => void): void {
    this.#core.clock.after(0, this.#owner, what, run)
  }
  #wait(ms: number, what: string, run: () => void): void {
    this.#stopWaiting()
    this.#timer = this.#core.clock.after(ms, this.#owner, what, run)
  }
  #stopWaiting(): void {
    if (this.#timer) this.#core.clock.cancel(this.#timer)
    this.#timer = null
  }
}
