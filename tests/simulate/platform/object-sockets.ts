// The hibernatable sockets of one object: they survive its instance with their tags, attachments and automatic answers.
// Follows workerd's hibernation-manager.c++ and what was observed (conformance/sockets.ts, conformance/closes.ts).
import { NETWORK } from './clock.ts'
import type { Frame } from './link.ts'
import type { Outcome } from './instance.ts'
import type { PlatformObject } from './objects.ts'
import { lostEvent, type PlatformSocket } from './sockets.ts'

/** A peer that is there pings more often. */
const PING_MS = 15_000

type AutoResponse = { request: string; response: string }

export class ObjectSockets {
  /** Newest first. */
  #open: PlatformSocket[] = []
  /** Closed by the peer and not answered by webSocketClose: the peer hears nothing until the object leaves memory. */
  readonly #unanswered = new Set<PlatformSocket>()
  readonly #object: PlatformObject
  #auto: AutoResponse | null = null
  /** Called with each socket that the object takes, and with each ping that the runtime answers for it. */
  onAccepted: ((ws: PlatformSocket) => void) | null = null
  onAnswered: ((ws: PlatformSocket) => void) | null = null

  constructor(object: PlatformObject) {
    this.#object = object
  }

  accept(ws: PlatformSocket, tags: readonly string[] = []): void {
    if (ws.accepted)
      throw new Error('Cannot call `acceptWebSocket()` if the WebSocket was already accepted via `accept()`')
    ws.accepted = 'hibernatable'
    ws.tags = [...tags]
    this.#open.unshift(ws)
    ws.link.attach(ws.side, (frame) => this.#heard(ws, frame))
    this.onAccepted?.(ws)
  }
  /** All sockets, newest first, or those of a tag, oldest first, as in workerd. Sockets that are closing are among them. */
  list(tag?: string): PlatformSocket[] {
    return tag === undefined ? [...this.#open] : this.#open.filter((ws) => ws.tags.includes(tag)).toReversed()
  }
  tagsOf(ws: PlatformSocket): string[] {
    return [...ws.tags]
  }
  setAutoResponse(pair?: AutoResponse): void {
    this.#auto = pair ?? null
  }
  getAutoResponse(): AutoResponse | null {
    return this.#auto
  }
  autoResponseAt(ws: PlatformSocket): Date | null {
    return ws.autoResponseAt
  }

  /** The object died: every peer learns that its connection is gone, and the object gets no close event. */
  breakAll(): void {
    for (const ws of [...this.#open, ...this.#unanswered]) ws.breakOff()
    this.#open = []
    this.#unanswered.clear()
    this.#auto = null
  }
  /** The object leaves memory: open sockets stay; sockets whose close nobody answered end without a Close frame. */
  hibernated(): void {
    for (const ws of this.#unanswered) ws.breakOff()
    this.#unanswered.clear()
  }

  #heard(ws: PlatformSocket, frame: Frame): void {
    switch (frame.kind) {
      case 'ping':
        // the runtime answers, whether the object sleeps or not
        return ws.link.send(ws.side, { kind: 'pong' })
      case 'pong':
        return
      case 'data':
        this.#object.core.billed('frame')
        if (this.#auto && frame.data === this.#auto.request && !ws.closeSent) return this.#answer(ws, this.#auto)
        return this.#object.deliver(
          (user) => user.webSocketMessage?.(ws as unknown as WebSocket, frame.data),
          (outcome) => this.#log(outcome, 'webSocketMessage'),
        )
      case 'close':
        return this.#closed(ws, frame.code, frame.reason, true)
      case 'lost':
        return this.#closed(ws, lostEvent.code, lostEvent.reason, false)
    }
  }
  /** Comes from the runtime: it neither wakes the object nor waits for its output gate. */
  #answer(ws: PlatformSocket, auto: AutoResponse): void {
    const { core, machine } = this.#object
    ws.autoResponseAt = new Date(machine?.wall(core.clock.now) ?? core.clock.now)
    ws.link.send(ws.side, { kind: 'data', data: auto.response })
    this.onAnswered?.(ws)
  }
  /** What pinged until time leapt has pinged all that while. @param leaptMs how much passed */
  pingedMeanwhile(leaptMs: number): void {
    for (const ws of this.#open) {
      if (!ws.autoResponseAt || ws.closeSent) continue
      const { now } = this.#object.core.clock
      if (now - leaptMs - ws.autoResponseAt.getTime() > PING_MS) continue
      ws.autoResponseAt = new Date(ws.autoResponseAt.getTime() + leaptMs)
      this.onAnswered?.(ws)
    }
  }
  #closed(ws: PlatformSocket, code: number, reason: string, wasClean: boolean): void {
    this.#open = this.#open.filter((open) => open !== ws)
    ws.hearClose()
    if (wasClean && !ws.closeSent) this.#unanswered.add(ws)
    this.#object.deliver(
      (user) => user.webSocketClose?.(ws as unknown as WebSocket, code, reason, wasClean),
      (outcome) => {
        this.#log(outcome, 'webSocketClose')
        if (this.#object.core.autoReplyToClose && wasClean && !('died' in outcome))
          ws.close(code === 1005 ? 1000 : code)
        if (ws.closeSent) this.#unanswered.delete(ws)
        else if (this.#unanswered.has(ws)) this.#sleepSoon()
      },
    )
  }
  /** The peer waits for the object to leave memory, which must happen by time and not only with the next event. */
  #sleepSoon(): void {
    const { clock, hibernateAfterMs } = this.#object.core
    clock.after(hibernateAfterMs, NETWORK, 'hibernation', () => {
      const { instance } = this.#object
      for (const ws of this.#unanswered) if (ws.closeSent) this.#unanswered.delete(ws)
      if (this.#unanswered.size === 0 || !instance) return
      if (clock.now - instance.lastActiveAt < hibernateAfterMs || !this.#object.evict()) this.#sleepSoon()
    })
  }
  #log(outcome: Outcome, where: string): void {
    if ('threw' in outcome) this.#object.core.uncaught(`${this.#object.name} ${where}`, outcome.threw)
  }
}
