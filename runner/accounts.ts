// All accounts this process holds: opened and closed by RunnerFleet, kept alive by one ticker.
import { WebSocket } from 'ws'
import type { RunnerSession } from '../contract/monitor.ts'
import { ACCOUNT_PATH, type ControlDown, type ControlUp } from '../contract/runner.ts'
import { AccountSession } from './account-session.ts'
import type { Log } from './log.ts'
import type { WhatsappPorts } from './whatsapp/connection.ts'
import type { VaultCipher } from './whatsapp/vault-cipher.ts'

export type AccountsPorts = {
  dial: (path: string) => WebSocket
  leaseMs: number
  cipher: VaultCipher
  whatsapp: WhatsappPorts
  tellFleet: (message: ControlUp) => void
  log: Log
}
const MAX_TICK_MS = 1_000
const SETTLE_MS = 10_000
const STORE_MS = 5_000

export class Accounts {
  readonly #ports: AccountsPorts
  readonly #sessions = new Map<string, AccountSession>()
  #ticker: NodeJS.Timeout | undefined
  #draining = false

  constructor(ports: AccountsPorts) {
    this.#ports = ports
  }

  get size(): number {
    return this.#sessions.size
  }
  held(): { accountId: string; epoch: number }[] {
    return [...this.#sessions.values()].map(({ accountId, epoch }) => ({ accountId, epoch }))
  }
  start(): void {
    this.#ticker = setInterval(
      () => {
        for (const session of this.#sessions.values()) session.tick()
      },
      Math.min(MAX_TICK_MS, this.#ports.leaseMs / 10),
    )
  }
  /** Sockets to WhatsApp. */
  sockets(): { all: number; open: number } {
    const sessions = [...this.#sessions.values()]
    return { all: sessions.filter((s) => s.hasSocket).length, open: sessions.filter((s) => s.isOpen).length }
  }
  report(accountId: string | null): RunnerSession | null {
    return (accountId !== null && this.#sessions.get(accountId)?.report()) || null
  }
  obey(command: Exclude<ControlDown, { kind: 'report' }>): void {
    if (command.kind === 'open') return this.#open(command.accountId, command.epoch)
    const session = this.#sessions.get(command.accountId)
    if (session && session.epoch <= command.epoch) this.#close(session)
  }
  /** Finishes what is in flight, closes every socket without unlinking, and returns when all that is known. */
  async drain(): Promise<void> {
    this.#draining = true
    await Promise.all(
      [...this.#sessions.values()].map(async (session) => {
        await session.drain(SETTLE_MS, STORE_MS)
        this.#forget(session)
      }),
    )
    clearInterval(this.#ticker)
  }
  /** Everything at once, as if the process were gone. */
  abandon(): void {
    clearInterval(this.#ticker)
    for (const session of this.#sessions.values()) session.end()
    this.#sessions.clear()
  }

  #open(accountId: string, epoch: number): void {
    if (this.#draining) return
    const held = this.#sessions.get(accountId)
    // the same epoch dials again by itself; an older one is over
    if (held && held.epoch >= epoch) return
    if (held) this.#close(held)
    const log = this.#ports.log.child({ accountId, epoch })
    const session: AccountSession = new AccountSession(accountId, epoch, {
      dial: () => this.#ports.dial(`${ACCOUNT_PATH}/${encodeURIComponent(accountId)}?epoch=${epoch}`),
      leaseMs: this.#ports.leaseMs,
      cipher: this.#ports.cipher,
      whatsapp: this.#ports.whatsapp,
      over: () => this.#forget(session),
      log,
    })
    this.#sessions.set(accountId, session)
    session.start()
  }
  #close(session: AccountSession): void {
    session.end()
    this.#forget(session)
  }
  #forget(session: AccountSession): void {
    if (this.#sessions.get(session.accountId) !== session) return
    this.#sessions.delete(session.accountId)
    this.#ports.tellFleet({ kind: 'closed', accountId: session.accountId, epoch: session.epoch })
  }
}
