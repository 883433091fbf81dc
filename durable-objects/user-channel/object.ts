// One person's realtime channel: its open sockets, and the events sent to them. No business state.
import { DurableObject } from 'cloudflare:workers'
import type { BrowserEvent } from '../../contract/operation/events.ts'
import type { ObjectsEnv } from '../env.ts'
import type { EndedSignIns, SocketStatus, UserChannelRpc } from '../rpc.ts'
import { acceptListener, answerClose, closeEnded, frameOf, openSockets, sendFrame, socketStatus } from './sockets.ts'
import { createTickets, spendTicket } from './store.ts'

export class UserChannel extends DurableObject<ObjectsEnv> implements UserChannelRpc {
  declare readonly [Rpc.__DURABLE_OBJECT_BRAND]: never
  /** Jumps after an eviction; a client that sees a gap loads its page again. */
  #seq = Date.now()

  constructor(ctx: DurableObjectState, env: ObjectsEnv) {
    super(ctx, env)
    createTickets(ctx.storage.sql)
  }

  override async fetch(request: Request): Promise<Response> {
    return acceptListener(this.ctx, request, Date.now())
  }

  async publish(events: BrowserEvent[]): Promise<{ listeners: number }> {
    const sockets = openSockets(this.ctx)
    if (sockets.length === 0) return { listeners: 0 }
    const frame = frameOf(events.map((event) => ({ ...event, seq: ++this.#seq })))
    if (frame !== null) for (const ws of sockets) sendFrame(ws, frame)
    return { listeners: sockets.length }
  }

  async sockets(): Promise<SocketStatus[]> {
    return socketStatus(this.ctx)
  }

  async useTicket(id: string, expiresAt: number): Promise<boolean> {
    return spendTicket(this.ctx.storage.sql, id, expiresAt, Date.now())
  }

  async disconnect(ended: EndedSignIns): Promise<void> {
    closeEnded(this.ctx, ended)
  }

  async selfCheck(): Promise<{ release: string }> {
    const { kv } = this.ctx.storage
    const written = crypto.randomUUID()
    kv.put('self-check', written)
    const read = kv.get('self-check')
    kv.delete('self-check')
    if (read !== written) throw new Error('the object reads something else than it wrote')
    return { release: this.env.PRODUCT_VERSION ?? 'unknown' }
  }

  override async webSocketMessage(): Promise<void> {
    // browsers only send pings, which the runtime answers
  }
  override async webSocketClose(ws: WebSocket, code: number): Promise<void> {
    answerClose(ws, code)
  }
}
