// WhatsApp's own limits on starting chats: reports when one begins, and when WhatsApp lifts it.
import type { WASocket } from '@whiskeysockets/baileys'
import type { Fact, RestrictionCause } from '../../contract/operation/runner.ts'
import type { Log } from '../log.ts'

export class Limits {
  readonly #sock: WASocket
  readonly #push: (fact: Fact) => void
  readonly #log: Log
  #asking = false

  constructor(sock: WASocket, push: (fact: Fact) => void, log: Log) {
    this.#sock = sock
    this.#push = push
    this.#log = log
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

  /** A message was refused with 463: asks WhatsApp for the details. Without an active lock the 463 itself still restricts. */
  async ask(): Promise<void> {
    if (this.#asking) return
    this.#asking = true
    let active = false
    try {
      active = (await this.#sock.fetchAccountReachoutTimelock()).isActive === true
    } catch (error) {
      this.#log.warn({ err: error }, 'WhatsApp does not say how long the account is restricted')
    }
    this.#asking = false
    if (!active) this.#begin('reachout', null)
  }

  #begin(cause: RestrictionCause, until: number | null): void {
    this.#push({ kind: 'restricted', cause, until })
  }
  #end(cause: RestrictionCause): void {
    this.#push({ kind: 'unrestricted', cause })
  }
}
