// WhatsApp's own limits on starting chats: told when they begin and, by a time that is over, when they end.
import type { WASocket } from '@whiskeysockets/baileys'
import type { Fact } from '../../contract/runner.ts'

type Cause = Extract<Fact, { kind: 'restricted' }>['cause']

export class Limits {
  readonly #sock: WASocket
  readonly #push: (fact: Fact) => void
  /** Until when, as WhatsApp says; null: it does not say. */
  readonly #active = new Map<Cause, number | null>()
  #asking = false

  constructor(sock: WASocket, push: (fact: Fact) => void) {
    this.#sock = sock
    this.#push = push
    sock.ev.on('connection.update', ({ reachoutTimeLock: lock }) => {
      if (lock?.isActive === true) this.#begin('reachout', lock.timeEnforcementEnds?.getTime() ?? null)
      else if (lock && !this.#asking) this.#end('reachout')
    })
    sock.ev.on('message-capping.update', ({ capping_status: status, cycle_end_timestamp: end }) => {
      const seconds = Number(end)
      if (status === 'CAPPED') this.#begin('chat_cap', seconds > 0 ? seconds * 1000 : null)
      else this.#end('chat_cap')
    })
  }

  /** A message met 463: an active lock is told by the socket's own update; a 463 without one restricts, too. */
  ask(): void {
    if (this.#asking) return
    this.#asking = true
    this.#sock
      .fetchAccountReachoutTimelock()
      .then((lock) => lock.isActive === true)
      .catch(() => false)
      .then((active) => {
        this.#asking = false
        if (!active) this.#begin('reachout', null)
      })
      .catch(() => undefined)
  }

  #begin(cause: Cause, until: number | null): void {
    this.#active.set(cause, until)
    this.#push({ kind: 'restricted', cause, until })
  }
  #end(cause: Cause): void {
    const now = Date.now()
    if (!this.#active.delete(cause)) return
    // the other limit may still stand
    if ([...this.#active.values()].every((until) => until !== null && until <= now))
      this.#push({ kind: 'restricted', cause, until: now })
  }
}
