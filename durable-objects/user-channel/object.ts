// One person's realtime channel (and one that admins share): who listens, and what they are told. No business state.
import { DurableObject } from 'cloudflare:workers'
import type { BrowserEvent } from '../../contract/events.ts'
import { PING, PONG } from '../../contract/runner.ts'
import type { ObjectsEnv } from '../env.ts'
import type { SocketStatus, UserChannelRpc } from '../rpc.ts'
import { isAbout } from './rules.ts'
import { createTickets, spendTicket } from './store.ts'

/** only: an account's id or client id; nothing of others is told. */
export type Listener = { session: string; device: string; since: number; only: string | null }
const SESSION_ENDED = 4401
const frameOf = (events: readonly BrowserEvent[]): string | null =>
  events.length === 0 ? null : JSON.stringify(events.length === 1 ? events[0] : { events })

export class UserChannel extends DurableObject<ObjectsEnv> implements UserChannelRpc {
  declare readonly [Rpc.__DURABLE_OBJECT_BRAND]: never
  /** Starts anew after sleep: a client that sees a jump fetches a snapshot. */
  #seq = Date.now()

  constructor(ctx: DurableObjectState, env: ObjectsEnv) {
    super(ctx, env)
    createTickets(ctx.storage.sql)
  }

  override async fetch(request: Request): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
    this.ctx.acceptWebSocket(server)
    server.serializeAttachment({
      session: request.headers.get('x-session') ?? '',
      device: request.headers.get('x-device') ?? '',
      since: Date.now(),
      only: request.headers.get('x-only'),
    } satisfies Listener)
    return new Response(null, { status: 101, webSocket: client })
  }

  async publish(events: BrowserEvent[]): Promise<{ listeners: number }> {
    const sockets = this.ctx.getWebSockets().filter((ws) => ws.readyState === WebSocket.OPEN)
    if (sockets.length === 0 || events.length === 0) return { listeners: sockets.length }
    const numbered = events.map((event) => ({ ...event, seq: ++this.#seq }))
    const frame = frameOf(numbered)
    for (const ws of sockets) {
      const { only } = ws.deserializeAttachment() as Listener
      // what is left out must not look like a gap: a filtered listener gets no numbers
      const mine = only ? frameOf(events.filter((e) => isAbout(e, only))) : frame
      try {
        if (mine !== null) ws.send(mine)
      } catch {
        // it is closing; its client reconnects and fetches a snapshot
      }
    }
    return { listeners: sockets.length }
  }

  async sockets(): Promise<SocketStatus[]> {
    const open = this.ctx.getWebSockets().filter((ws) => ws.readyState === WebSocket.OPEN)
    return open.map((ws) => {
      const { device, since } = ws.deserializeAttachment() as Listener
      return { device, since, lastPing: this.ctx.getWebSocketAutoResponseTimestamp(ws)?.getTime() ?? null }
    })
  }

  async useTicket(id: string, expiresAt: number): Promise<boolean> {
    return spendTicket(this.ctx.storage.sql, id, expiresAt, Date.now())
  }

  async disconnect(sessionHash: string | null): Promise<void> {
    for (const ws of this.ctx.getWebSockets()) {
      const listener = ws.deserializeAttachment() as Listener | null
      if (sessionHash === null || listener?.session === sessionHash) ws.close(SESSION_ENDED, 'session ended')
    }
  }

  override async webSocketMessage(): Promise<void> {
    // browsers only ping, and the runtime answers that
  }
  override async webSocketClose(ws: WebSocket, code: number): Promise<void> {
    // 1005 and 1006 may not be sent
    ws.close(code === 1005 || code === 1006 ? 1000 : code)
  }
}
