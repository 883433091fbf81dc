// The socket of the runner that holds this account, and the commands that go down it.
import type { DownFrame } from '../../../contract/operation/runner-frames.ts'
import type { Command } from '../../../contract/operation/runner.ts'
import { ackOf } from '../document/handled-rules.ts'
import type { Clock } from './clock.ts'
import type { SocketTag } from './socket-tag.ts'
import type { Stored } from './stored.ts'

type Parts = { stored: Stored; clock: Clock; logError: (what: string, error: unknown) => void }

export class RunnerSocket {
  /** Facts up to this seq are stored and not yet acknowledged; travels with the next frame. */
  ackDue = 0
  readonly #ctx: DurableObjectState
  readonly #parts: Parts
  constructor(ctx: DurableObjectState, parts: Parts) {
    this.#ctx = ctx
    this.#parts = parts
  }
  /** The socket of the runner that holds this epoch; the newest, if it dialled twice. */
  socket(): WebSocket | null {
    let best: WebSocket | null = null
    let at = -1
    for (const ws of this.#ctx.getWebSockets()) {
      const tag = ws.deserializeAttachment() as SocketTag | null
      const mine = tag && !tag.leftover && tag.epoch === this.#parts.stored.doc?.epoch
      if (ws.readyState === WebSocket.OPEN && mine && tag.dialledAt > at) {
        best = ws
        at = tag.dialledAt
      }
    }
    return best
  }
  /** false when no runner is there to hear it: nothing was sent. */
  command(commands: Command[]): boolean {
    const ws = this.socket()
    if (!ws) return false
    const { stored, clock, logError } = this.#parts
    const acked = this.ackDue > 0 ? ackOf(this.ackDue, stored.account.handled) : {}
    const frame: DownFrame = { ...acked, at: clock.now(), commands }
    // saved before the command leaves: after a crash the runner must not know more than this object
    stored.save()
    try {
      ws.send(JSON.stringify(frame))
      this.ackDue = 0
      return true
    } catch (error) {
      // the socket is closing: its runner dials again and says hello
      logError('command', error)
      return false
    }
  }
}
