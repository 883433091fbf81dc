// One person's realtime channel: its open sockets, and the events sent to them. No business state.
import { DurableObject } from 'cloudflare:workers'
import type { BrowserEvent } from '../../contract/events.ts'
import { connect, runBatch } from '../../domain/db/connection.ts'
import { gatherMs } from '../../domain/metrics/here.ts'
import { Tally } from '../../domain/metrics/tally-rules.ts'
import { countStatements } from '../../domain/metrics/store.ts'
import type { ObjectsEnv } from '../env.ts'
import type { EndedSignIns, SocketStatus, UserChannelRpc } from '../rpc.ts'
import { acceptListener, answerClose, closeEnded, frameOf, openSockets, sendFrame, socketStatus } from './sockets.ts'
import { createTickets, spendTicket } from './store.ts'

/** Under this name the object stores how many open sockets it has told. */
const TOLD = 'listeners'

export class UserChannel extends DurableObject<ObjectsEnv> implements UserChannelRpc {
  declare readonly [Rpc.__DURABLE_OBJECT_BRAND]: never
  /** Jumps after an eviction; a client that sees a gap loads its page again. */
  #seq = Date.now()
  /** One after another: each tells the difference to the one before. */
  #counting: Promise<void> = Promise.resolve()

  constructor(ctx: DurableObjectState, env: ObjectsEnv) {
    super(ctx, env)
    createTickets(ctx.storage.sql)
  }

  override async fetch(request: Request): Promise<Response> {
    const response = acceptListener(this.ctx, request, Date.now())
    this.#countListeners()
    return response
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

  override async webSocketMessage(): Promise<void> {
    // browsers only send pings, which the runtime answers
  }
  override async webSocketClose(ws: WebSocket, code: number): Promise<void> {
    answerClose(ws, code)
    this.#countListeners()
  }

  /**
   * Tells the sum over everybody how many are open here, as the difference to what was told before: sockets that ended without a word,
   * in a deploy say, are made up for when this person opens another. Nobody waits for it.
   */
  #countListeners(): void {
    if (gatherMs(this.env) === 0) return
    this.#counting = this.#counting.then(async () => {
      const told = (await this.ctx.storage.get<number>(TOLD)) ?? 0
      const open = openSockets(this.ctx).length
      if (open === told) return
      const tally = new Tally()
      tally.add('wa_realtime_listeners', { channel: 'person' }, open - told)
      const db = connect(this.env.DB)
      try {
        await runBatch(db, countStatements(db, tally.take(), Date.now()))
        await this.ctx.storage.put(TOLD, open)
      } catch {
        // the next change tells it
      }
    })
    this.ctx.waitUntil(this.#counting)
  }
}
