// WebSocketPair and workerd's WebSocket: the end that an object keeps, and the end that it hands out.
import { leave, type Owner } from './clock.ts'
import { rpcClone } from './clone.ts'
import type { Core } from './core.ts'
import { type Frame, Link, type Side } from './link.ts'

const CONNECTION_LOST = 'WebSocket disconnected without sending Close frame.'
const NO_CODE = 1005
const MAX_ATTACHMENT_BYTES = 16_384
const MAX_REASON_BYTES = 123
/** Codes that only the protocol itself may use. */
const RESERVED_CODES = new Set([1004, NO_CODE, 1006, 1015])
type Listener = (event: object) => unknown

export const lostEvent = { code: 1006, reason: CONNECTION_LOST, wasClean: false } as const

const checkClose = (code: number | undefined, reason: string | undefined): void => {
  if (code === undefined && reason !== undefined)
    throw new DOMException(
      'If you specify a WebSocket close reason, you must also specify a code.',
      'InvalidAccessError',
    )
  if (code !== undefined && (code < 1000 || code >= 5000 || RESERVED_CODES.has(code)))
    throw new DOMException(`Invalid WebSocket close code: ${code}.`, 'InvalidAccessError')
  if (reason !== undefined && Buffer.byteLength(reason) > MAX_REASON_BYTES)
    throw new DOMException(
      'WebSocket close reason must not be longer than 123 bytes when UTF-8 encoded.',
      'SyntaxError',
    )
}

export class PlatformSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  readonly link: Link
  readonly side: Side
  readyState = 1
  accepted: 'standard' | 'hibernatable' | null = null
  tags: readonly string[] = []
  autoResponseAt: Date | null = null
  /** A Close frame was sent. */
  closeSent = false
  /** The peer's Close frame came, or the connection broke. */
  closeHeard = false
  /** Called with what the object has just attached to it. */
  onAttached: ((attachment: unknown) => void) | null = null
  readonly #core: Core
  readonly #listeners = new Map<string, Set<Listener>>()
  #attachment: unknown = null

  constructor(core: Core, link: Link, side: Side) {
    this.#core = core
    this.link = link
    this.side = side
  }

  accept(): void {
    if (this.accepted === 'hibernatable')
      throw new TypeError("Can't accept() WebSocket after it was accepted by acceptWebSocket().")
    if (this.accepted) return
    this.accepted = 'standard'
    const { owner } = this.#core.clock
    owner.sockets.add(this)
    this.link.attach(this.side, (frame) => this.#heard(owner, frame))
  }
  send(data: string | ArrayBuffer | ArrayBufferView): void {
    if (!this.accepted) throw new TypeError('You must call accept() on this WebSocket before sending messages.')
    if (this.closeSent) throw new TypeError("Can't call WebSocket send() after close().")
    this.#leave({ kind: 'data', data: typeof data === 'string' ? data : bytesOf(data) })
  }
  close(code?: number, reason?: string): void {
    checkClose(code, reason)
    if (this.closeSent) return
    this.closeSent = true
    this.readyState = this.closeHeard ? PlatformSocket.CLOSED : PlatformSocket.CLOSING
    this.#leave({ kind: 'close', code: code ?? NO_CODE, reason: reason ?? '' })
  }
  addEventListener(type: string, listener: Listener): void {
    const listeners = this.#listeners.get(type) ?? new Set()
    this.#listeners.set(type, listeners.add(listener))
  }
  removeEventListener(type: string, listener: Listener): void {
    this.#listeners.get(type)?.delete(listener)
  }
  serializeAttachment(value: unknown): void {
    const kept = typeof value === 'object' ? rpcClone(value) : structuredClone(value)
    if (JSON.stringify(kept ?? null).length > MAX_ATTACHMENT_BYTES)
      throw new Error(`A WebSocket 'attachment' cannot be larger than ${MAX_ATTACHMENT_BYTES} bytes.`)
    this.#attachment = kept
    this.onAttached?.(kept)
  }
  deserializeAttachment(): unknown {
    return rpcClone(this.#attachment)
  }
  /** Its holder died: the peer learns that the connection is gone. */
  breakOff(): void {
    this.readyState = PlatformSocket.CLOSED
    this.link.breakOff(this.side)
  }
  /** Changes the state when the peer's Close frame arrives or the connection ends. */
  hearClose(): void {
    this.closeHeard = true
    this.readyState = this.closeSent ? PlatformSocket.CLOSED : PlatformSocket.CLOSING
  }

  #leave(frame: Frame): void {
    leave(this.#core.clock.owner, () => this.link.send(this.side, frame))
  }
  /** Accepted with accept(): events go to listeners, and the runtime answers a Close frame (since 2026-04-07). */
  #heard(owner: Owner, frame: Frame): void {
    if (!owner.alive) return
    this.#core.clock.owner = owner
    if (frame.kind === 'data') return this.#dispatch('message', { data: frame.data })
    if (frame.kind === 'ping') return this.link.send(this.side, { kind: 'pong' })
    if (frame.kind === 'pong') return
    this.hearClose()
    owner.sockets.delete(this)
    if (frame.kind === 'lost') return this.#dispatch('close', lostEvent)
    if (!this.closeSent && frame.code === NO_CODE) this.close()
    else if (!this.closeSent) this.close(frame.code, frame.reason)
    this.#dispatch('close', { code: frame.code, reason: frame.reason, wasClean: true })
  }
  #dispatch(type: string, event: object): void {
    for (const listener of this.#listeners.get(type) ?? []) listener(event)
  }
}

const bytesOf = (data: ArrayBuffer | ArrayBufferView): ArrayBuffer => {
  if (data instanceof ArrayBuffer) return data.slice(0)
  return new Uint8Array(new Uint8Array(data.buffer, data.byteOffset, data.byteLength)).buffer
}

/** `new WebSocketPair()`: 0 is handed out, 1 is kept. */
export const pairClass = (core: Core) =>
  class {
    readonly 0: PlatformSocket
    readonly 1: PlatformSocket
    constructor() {
      const link = new Link(core)
      this[0] = new PlatformSocket(core, link, 1)
      this[1] = new PlatformSocket(core, link, 0)
    }
  }
