// One client's websocket: handshake, stanzas in order, sealed answers that leave only after what they say is on file.
import { decodeBinaryNode, encodeBinaryNode } from '@whiskeysockets/baileys'
import type { WebSocket } from 'ws'
import type { Device } from '../store/devices.ts'
import { holdBack } from './faults/hold.ts'
import { asNamed } from './faults/notices.ts'
import type { LinkRequest } from './link-code.ts'
import { type ClientFinish, NoiseServer } from './noise.ts'
import type { Node } from './nodes.ts'
import type { Pairing } from './pairing.ts'
import type { World } from './world.ts'

export interface ConnectionHandlers {
  onFinish: (connection: Connection, finish: ClientFinish) => void
  onStanza: (connection: Connection, node: Node) => Promise<void>
  onClose: (connection: Connection) => void
}

const CLOSE_AFTER_MS = 10

export class Connection {
  readonly openedAt = Date.now()
  /** set by login: the linked device that speaks here */
  device: Device | undefined
  /** set by registration: what the client wants to pair with */
  pairing: Pairing | undefined
  link: LinkRequest | undefined
  /** half-open: nothing is read or answered any more */
  silent = false
  readonly ws: WebSocket
  private readonly world: World
  private readonly noise: NoiseServer
  private readonly handlers: ConnectionHandlers
  private queue: Promise<void> = Promise.resolve()

  constructor(world: World, ws: WebSocket, handlers: ConnectionHandlers) {
    this.world = world
    this.ws = ws
    this.handlers = handlers
    this.noise = new NoiseServer(world.identity.staticKey, world.identity.certificate)
    ws.on('message', (data: Buffer) => this.receive(data))
    ws.on('close', () => handlers.onClose(this))
    ws.on('error', () => ws.terminate())
  }

  get isOpen(): boolean {
    return this.ws.readyState === this.ws.OPEN && !this.silent
  }

  private receive(data: Buffer): void {
    if (this.silent) return
    try {
      for (const body of this.noise.frames(data)) this.take(body)
    } catch (error) {
      this.world.logError('handshake', error)
      this.ws.terminate()
    }
  }

  private take(body: Buffer): void {
    if (this.noise.stage === 'hello') {
      this.ws.send(this.noise.answerHello(body))
      return
    }
    if (this.noise.stage === 'finish') {
      this.handlers.onFinish(this, this.noise.readFinish(body))
      return
    }
    const plain = this.noise.open(body)
    this.world.frames.in += 1
    this.queue = this.queue
      .then(async () => this.handlers.onStanza(this, await decodeBinaryNode(plain)))
      .catch((error: unknown) => this.world.logError('stanza', error))
  }

  /** `sent` tells whether the socket could still take it. A fault may keep the stanza for later. */
  send(node: Node, sent?: (delivered: boolean) => void): void {
    if (holdBack(this.world, this, node, sent)) return
    const written = asNamed(this.world, this, node)
    this.world.store.afterCommit(() => {
      if (this.isOpen) {
        this.ws.send(this.noise.seal(encodeBinaryNode(written)))
        this.world.frames.out += 1
      }
      sent?.(this.isOpen)
    })
  }

  end(last?: Node): void {
    if (this.silent) return this.ws.terminate()
    if (last) this.send(last)
    this.world.store.afterCommit(() => setTimeout(() => this.ws.close(), CLOSE_AFTER_MS))
  }
}
