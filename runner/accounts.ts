// All accounts this process holds: opened and closed by RunnerFleet, kept alive by one ticker.
import { WebSocket } from 'ws'
import { MINUTE_MS } from '../contract/ground/time.ts'
import type { RunnerSession } from '../contract/operation/monitor.ts'
import { ACCOUNT_PATH, type ControlUp } from '../contract/operation/runner.ts'
import { sometimes } from '../contract/ground/sometimes.ts'
import { AccountSession } from './account-session.ts'
import type { Log } from './log.ts'
import type { ObjectsOfRelease } from '../contract/operation/runner-hello.ts'
import { OBJECT_RELEASE_HEADER } from '../contract/ground/release-header.ts'
import { AccountLink } from './account-link.ts'
import type { AccountCommand } from './control-link.ts'
import type { FactOutbox } from './fact-outbox.ts'
import type { Whatsapp } from './session-port.ts'
import type { VaultCipher } from './whatsapp/vault-cipher.ts'

export type AccountsPorts = {
  dial: (path: string) => WebSocket
  leaseMs: number
  cipher: VaultCipher
  whatsapp: Whatsapp
  sendToFleet: (message: ControlUp) => void
  log: Log
}
const MAX_TICK_MS = 1_000
/** Gap between two accounts that a draining runner announces. */
const LEAVING_GAP_MS = 50
/** Longest wait for a successor: one opens three thousand accounts in this time. Then the session is closed without one. */
const SUCCESSOR_MS = 120_000
const SETTLE_MS = 10_000
const STORE_MS = 5_000
/** ms that a drain of so many accounts takes at most: the last one begins after all others, then waits for everything in vain. */
export const longestDrainMs = (accounts: number): number =>
  accounts * LEAVING_GAP_MS + SUCCESSOR_MS + SETTLE_MS + 2 * STORE_MS
/** A leftover whose facts are not stored within this time is dropped. */
const HAND_IN_MS = 15 * MINUTE_MS

export class Accounts {
  readonly #ports: AccountsPorts
  readonly #sessions = new Map<string, AccountSession>()
  /** Links of accounts that this runner no longer holds, with facts that are not stored yet. */
  readonly #leftovers = new Set<AccountLink>()
  /** Accounts that will be opened at their given time. */
  readonly #awaited = new Map<string, { epoch: number; timer: NodeJS.Timeout }>()
  /** By account: what its object said when it was dialled last. */
  readonly #objectReleases = new Map<string, string>()
  #ticker: NodeJS.Timeout | undefined
  #draining = false

  constructor(ports: AccountsPorts) {
    this.#ports = ports
  }

  get size(): number {
    return this.#sessions.size
  }
  /** Sessions, and accounts that will be opened: each takes a slot. */
  held(): { accountId: string; epoch: number }[] {
    const awaited = [...this.#awaited].map(([accountId, { epoch }]) => ({ accountId, epoch }))
    return [...[...this.#sessions.values()].map(({ accountId, epoch }) => ({ accountId, epoch })), ...awaited]
  }
  start(): void {
    this.#ticker = setInterval(
      () => {
        for (const session of this.#sessions.values()) session.tick()
        for (const leftover of this.#leftovers) leftover.tick()
      },
      Math.min(MAX_TICK_MS, this.#ports.leaseMs / 10),
    )
  }
  /** Sockets to WhatsApp. */
  sockets(): { all: number; open: number } {
    const found = [...this.#sessions.values()].map((s) => s.connection)
    return { all: found.filter((one) => one !== 'none').length, open: found.filter((one) => one === 'open').length }
  }
  /** Open sockets to WhatsApp, and messages without an ack yet. */
  busy(): { sessions: number; sends: number } {
    const sends = [...this.#sessions.values()].reduce((sum, s) => sum + s.sendsUnderWay, 0)
    return { sessions: this.sockets().open, sends }
  }
  /** How many accounts' objects are of each release. */
  objectReleases(): ObjectsOfRelease[] {
    const of = Map.groupBy(this.#objectReleases.values(), (version) => version)
    return [...of].map(([version, { length }]) => ({ version, accounts: length }))
  }
  report(accountId: string | null): RunnerSession | null {
    return (accountId !== null && this.#sessions.get(accountId)?.report()) || null
  }
  handle(command: AccountCommand): void {
    const { accountId, epoch } = command
    if (command.kind === 'open') return this.#openAfter(command.afterMs, { accountId, epoch })
    const awaited = this.#awaited.get(accountId)
    if (awaited && awaited.epoch <= epoch) this.#forgetAwaited(accountId)
    const session = this.#sessions.get(accountId)
    if (session && session.epoch <= command.epoch) session.drop('the account needs no runner')
  }
  /** Lets messages in flight finish, closes every socket without unlinking, and resolves when all objects have stored that. */
  async drain(): Promise<void> {
    this.#draining = true
    for (const accountId of this.#awaited.keys()) this.#forgetAwaited(accountId)
    await Promise.all(
      [...this.#sessions.values()].map(async (session, i) => {
        // announced one by one, so that not all objects wake together
        await new Promise((resolve) => setTimeout(resolve, i * LEAVING_GAP_MS))
        await session.drain({ successorMs: SUCCESSOR_MS, settleMs: SETTLE_MS, storeMs: STORE_MS })
        this.#forget(session)
      }),
    )
    await Promise.all([...this.#leftovers].map((leftover) => leftover.emptied(STORE_MS)))
    clearInterval(this.#ticker)
  }
  /** Closes everything at once, as a crash would. */
  abandon(): void {
    clearInterval(this.#ticker)
    for (const accountId of this.#awaited.keys()) this.#forgetAwaited(accountId)
    for (const session of this.#sessions.values()) session.end()
    for (const leftover of this.#leftovers) leftover.end()
    this.#objectReleases.clear()
    this.#sessions.clear()
    this.#leftovers.clear()
  }

  #openAfter(ms: number, account: { accountId: string; epoch: number }): void {
    const { accountId, epoch } = account
    const awaited = this.#awaited.get(accountId)
    if (this.#draining || (awaited && awaited.epoch >= epoch)) return
    this.#forgetAwaited(accountId)
    const open = (): void => {
      this.#awaited.delete(accountId)
      this.#open(accountId, epoch)
    }
    if (ms <= 0) return open()
    this.#awaited.set(accountId, { epoch, timer: setTimeout(open, ms) })
  }
  #forgetAwaited(accountId: string): void {
    clearTimeout(this.#awaited.get(accountId)?.timer)
    this.#awaited.delete(accountId)
  }
  #open(accountId: string, epoch: number): void {
    if (this.#draining) return
    const held = this.#sessions.get(accountId)
    // a link of the same epoch redials by itself, and an older epoch is over
    if (held && held.epoch >= epoch) return
    sometimes('a newer epoch begins in the same runner', held !== undefined)
    held?.drop('a newer epoch begins here')
    const log = this.#ports.log.child({ accountId, epoch })
    const path = `${ACCOUNT_PATH}/${encodeURIComponent(accountId)}?epoch=${epoch}`
    const session: AccountSession = new AccountSession(accountId, epoch, {
      dial: () => this.#dial(accountId, path),
      leaseMs: this.#ports.leaseMs,
      cipher: this.#ports.cipher,
      whatsapp: this.#ports.whatsapp,
      ended: (waiting) => {
        this.#forget(session)
        this.#handIn(`${path}&leftover=1`, waiting, log)
      },
      log,
    })
    this.#sessions.set(accountId, session)
    session.start()
  }
  #dial(accountId: string, path: string): WebSocket {
    const ws = this.#ports.dial(path)
    ws.on('upgrade', ({ headers }) => {
      const version = headers[OBJECT_RELEASE_HEADER]
      if (typeof version === 'string') this.#objectReleases.set(accountId, version)
      // an object of a release that says none, perhaps after a rollback
      else this.#objectReleases.delete(accountId)
    })
    return ws
  }
  /** Results, receipts and opt-outs are valid whichever runner holds the account now: they are repeated until they are stored. */
  #handIn(path: string, outbox: FactOutbox, log: Log): void {
    sometimes('a runner hands in what it could not tell', !outbox.isEmpty)
    if (outbox.isEmpty) return
    const done = (): void => {
      leftover.end()
      this.#leftovers.delete(leftover)
    }
    const leftover: AccountLink = new AccountLink({
      dial: () => this.#ports.dial(path),
      leaseMs: this.#ports.leaseMs,
      outbox,
      events: {
        command: () => undefined,
        leaseLost: () => undefined,
        fenced: () => {
          log.warn({ facts: outbox.size }, 'the account is gone, and with it what was to be told')
          done()
        },
        gaveUp: () => {
          log.error({ facts: outbox.size }, 'facts could not be handed in')
          done()
        },
      },
      log,
    })
    this.#leftovers.add(leftover)
    leftover.start()
    void leftover.emptied(HAND_IN_MS).then(done)
  }
  #forget(session: AccountSession): void {
    if (this.#sessions.get(session.accountId) !== session) return
    this.#sessions.delete(session.accountId)
    this.#objectReleases.delete(session.accountId)
    this.#ports.sendToFleet({ kind: 'closed', accountId: session.accountId, epoch: session.epoch })
  }
}
