// The channel that admins and devs share. Each screen gets the events of the rows it names, and counts of all others. It tells
// the collectors which rows are shown, so that accounts that nobody looks at report nothing.
import { DurableObject } from 'cloudflare:workers'
import type { BrowserEvent, EventCounts } from '../../contract/operation/events.ts'
import { WATCH_CHARS_MAX, WATCH_NOTHING, type Watch, watchFrame } from '../../contract/operation/watched-rows.ts'
import type { AdminChannelRpc, AdminWants, Collected, Moved } from '../admin-rpc.ts'
import { COLLECTORS } from '../admin-collector/shard-rules.ts'
import type { ObjectsEnv } from '../env.ts'
import type { EndedSignIns, SocketStatus } from '../rpc.ts'
import { adminCollector } from '../stubs.ts'
import { ADMIN_GAP_MS } from '../timing.ts'
import {
  acceptListener,
  answerClose,
  closeEnded,
  frameOf,
  type Listener,
  listenerOf,
  openSockets,
  sendFrame,
  socketStatus,
} from '../user-channel/sockets.ts'
import {
  addMoved,
  hasMoved,
  hears,
  NOTHING_MOVED,
  partOf,
  positive,
  type Screen,
  totalsEvent,
  wantsOf,
} from './rules.ts'
import { createWatches, dropClosedWatches, readWatches, writeWatch } from './store.ts'

export class AdminChannel extends DurableObject<ObjectsEnv> implements AdminChannelRpc {
  declare readonly [Rpc.__DURABLE_OBJECT_BRAND]: never
  /** Jumps after an eviction; a client that sees a gap loads its page again. */
  #seq = Date.now()
  #version = 0
  /** The wants last sent to each collector, as JSON; a fresh channel sends all of them with the next change. */
  readonly #sentWants = new Map<number, string>()
  #moved = NOTHING_MOVED
  #totalsAt = 0
  #totalsTimer = false

  /** The rows that each screen names; null: not read from storage since the object woke. */
  #watches: Map<string, Watch> | null = null

  constructor(ctx: DurableObjectState, env: ObjectsEnv) {
    super(ctx, env)
    createWatches(ctx.storage.sql)
  }

  override async fetch(request: Request): Promise<Response> {
    this.#forgetClosed()
    const response = acceptListener(this.ctx, request, Date.now())
    this.#notifyCollectors()
    return response
  }

  async publish(events: BrowserEvent[]): Promise<{ listeners: number }> {
    return { listeners: this.#broadcast(events, ({ only }, event) => hears({ only, watch: null }, event)) }
  }
  async wants(shard: number): Promise<AdminWants> {
    return { version: this.#nextVersion(), ...partOf(this.#wants(), shard) }
  }
  async collected({ moved, events }: Collected): Promise<void> {
    this.#broadcast(events, hears)
    this.#add(moved)
  }
  async settled(counts: EventCounts, numbers: string[]): Promise<string[]> {
    const wants = this.#wants()
    if (!wants.listeners) return []
    this.#add({ accounts: positive(counts), jobs: {} })
    if (wants.everything) return numbers
    const shown = new Set(wants.numbers)
    return numbers.filter((number) => shown.has(number))
  }
  async publishNumbers(events: BrowserEvent[]): Promise<void> {
    this.#broadcast(events, hears)
  }
  async sockets(): Promise<SocketStatus[]> {
    return socketStatus(this.ctx)
  }
  async disconnect(ended: EndedSignIns): Promise<void> {
    closeEnded(this.ctx, ended)
    this.#forgetClosed()
    this.#notifyCollectors()
  }

  override async webSocketMessage(ws: WebSocket, message: string | ArrayBuffer): Promise<void> {
    const listener = listenerOf(ws)
    // a monitor's filter is part of its address; it sends no watch frames
    if (typeof message !== 'string' || message.length > WATCH_CHARS_MAX || listener.only !== null) return
    const frame = watchFrame.safeParse(parsed(message))
    if (!frame.success) return
    if (!listener.namesRows) ws.serializeAttachment({ ...listener, namesRows: true } satisfies Listener)
    writeWatch(this.ctx.storage.sql, listener.id, frame.data.watch)
    this.#watches = null
    this.#notifyCollectors()
  }
  override async webSocketClose(ws: WebSocket, code: number): Promise<void> {
    answerClose(ws, code)
    this.#forgetClosed()
    this.#notifyCollectors()
  }
  override async webSocketError(ws: WebSocket): Promise<void> {
    await this.webSocketClose(ws, 1006)
  }

  #screenOf(ws: WebSocket): Screen {
    const { id, only, onlyAccount, namesRows } = listenerOf(ws)
    if (only !== null)
      return { only, watch: onlyAccount === null ? null : { ...WATCH_NOTHING, accounts: [onlyAccount] } }
    if (!namesRows) return { only, watch: null }
    this.#watches ??= readWatches(this.ctx.storage.sql)
    return { only, watch: this.#watches.get(id) ?? WATCH_NOTHING }
  }
  #forgetClosed(): void {
    dropClosedWatches(
      this.ctx.storage.sql,
      openSockets(this.ctx).map((ws) => listenerOf(ws).id),
    )
    this.#watches = null
  }
  #wants() {
    return wantsOf(openSockets(this.ctx).map((ws) => this.#screenOf(ws)))
  }
  #nextVersion(): number {
    this.#version = Math.max(Date.now(), this.#version + 1)
    return this.#version
  }
  /** Sends each collector its part of what is wanted, if that changed. */
  #notifyCollectors(): void {
    const wants = this.#wants()
    const version = this.#nextVersion()
    for (let shard = 0; shard < COLLECTORS; shard++) {
      const part = partOf(wants, shard)
      const text = JSON.stringify(part)
      if (this.#sentWants.get(shard) === text) continue
      this.#sentWants.set(shard, text)
      adminCollector(this.env, shard)
        .wanted({ version, ...part })
        // not repeated: the collector asks by itself when what it knows expires, and the next change is sent to it again
        .catch(() => this.#sentWants.delete(shard))
    }
  }

  /** @returns how many sockets are open. A filtered listener gets no sequence numbers, or left-out events would look like gaps. */
  #broadcast(events: readonly BrowserEvent[], isFor: (screen: Screen, event: BrowserEvent) => boolean): number {
    const sockets = openSockets(this.ctx)
    if (sockets.length === 0 || events.length === 0) return sockets.length
    const numbered = frameOf(events.map((event) => ({ ...event, seq: ++this.#seq })))
    for (const ws of sockets) {
      const screen = this.#screenOf(ws)
      const isFiltered = screen.watch !== null || screen.only !== null
      const frame = isFiltered ? frameOf(events.filter((event) => isFor(screen, event))) : numbered
      if (frame !== null) sendFrame(ws, frame)
    }
    return sockets.length
  }
  /** Totals go out once a second, to screens that name rows. */
  #add(moved: Moved): void {
    this.#moved = addMoved(this.#moved, moved)
    if (!hasMoved(this.#moved) || this.#totalsTimer) return
    this.#totalsTimer = true
    setTimeout(() => this.#sendTotals(), Math.max(0, this.#totalsAt + ADMIN_GAP_MS - Date.now()))
  }
  #sendTotals(): void {
    this.#totalsTimer = false
    this.#totalsAt = Date.now()
    const frame = frameOf([totalsEvent(this.#moved)])
    this.#moved = NOTHING_MOVED
    for (const ws of openSockets(this.ctx)) {
      const { watch, only } = this.#screenOf(ws)
      if (watch !== null && only === null && frame !== null) sendFrame(ws, frame)
    }
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
