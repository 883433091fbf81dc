// One websocket connection between two ends. Each direction keeps its order, as TCP does: frames may be late, or one frame and all
// after it never arrive; none is doubled, reordered or lost alone.
import { NETWORK } from './clock.ts'
import type { Core } from './core.ts'

/** 0: the end that the object holds. 1: the end that was handed out. */
export type Side = 0 | 1
export type Frame =
  | { kind: 'data'; data: string | ArrayBuffer }
  | { kind: 'close'; code: number; reason: string }
  | { kind: 'ping' }
  | { kind: 'pong' }
  /** The connection ended without a Close frame. */
  | { kind: 'lost' }
export type Receiver = (frame: Frame) => void

const other = (side: Side): Side => (side === 0 ? 1 : 0)

export class Link {
  readonly #core: Core
  readonly #receivers: [Receiver | null, Receiver | null] = [null, null]
  /** Frames that arrived before anybody listened at this end. */
  readonly #waiting: [Frame[], Frame[]] = [[], []]
  readonly #lastArrival: [number, number] = [0, 0]
  readonly #muted: [boolean, boolean] = [false, false]
  readonly #gone: [boolean, boolean] = [false, false]
  #cut = false
  /** Called with each frame that an end hands over, once its writes are safe. */
  onSent: ((from: Side, frame: Frame) => void) | null = null

  constructor(core: Core) {
    this.#core = core
  }

  /** This end listens from now on; frames that waited come first. */
  attach(side: Side, receiver: Receiver): void {
    this.#receivers[side] = receiver
    for (const frame of this.#waiting[side].splice(0)) this.#arrive(side, frame, 0)
  }
  send(from: Side, frame: Frame): void {
    this.onSent?.(from, frame)
    if (!this.#cut && !this.#gone[from]) this.#arrive(other(from), frame, this.#core.faults.latencyMs('socket'))
  }
  /** This end is gone, because its process died or hung up: what it sent still arrives, then the peer learns of it. */
  breakOff(side: Side): void {
    this.send(side, { kind: 'lost' })
    this.#gone[side] = true
  }

  // ---- faults
  /** Both ends lose the connection, each when it notices; frames on their way are lost. */
  drop(noticeMs: readonly [number, number]): void {
    if (this.#cut) return
    this.#cut = true
    for (const side of [0, 1] as const)
      this.#core.clock.after(noticeMs[side], NETWORK, 'connection lost', () => this.#hear(side, { kind: 'lost' }))
  }
  /** Half-open: from now on nothing reaches this end, and nobody is told. Only `drop` ends it. */
  mute(side: Side): void {
    this.#muted[side] = true
  }
  /** Nothing reaches this end for this long, then everything arrives in order. */
  delay(side: Side, ms: number): void {
    this.#lastArrival[side] = Math.max(this.#lastArrival[side], this.#core.clock.now + ms)
  }

  #arrive(side: Side, frame: Frame, latencyMs: number): void {
    const { clock } = this.#core
    const at = Math.max(this.#lastArrival[side], clock.now + latencyMs)
    this.#lastArrival[side] = at
    clock.at(at, NETWORK, `frame ${frame.kind}`, () => {
      if (this.#cut || this.#muted[side]) return
      if (this.#receivers[side]) this.#hear(side, frame)
      else this.#waiting[side].push(frame)
    })
  }
  #hear(side: Side, frame: Frame): void {
    if (!this.#gone[side]) this.#receivers[side]?.(frame)
  }
}
