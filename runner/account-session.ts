// One account in this process: carries out its object's commands and reports what happens. It decides nothing about
// reconnects, intervals or retries. Keys stay in memory after a close, so that `connect` without rows works.
import type { WebSocket } from 'ws'
import { boundedCache } from './bounded-cache.ts'
import type { RunnerSession } from '../contract/operation/monitor.ts'
import { type Command, type Fact, type FailReason, SESSION_UNREADABLE } from '../contract/operation/runner.ts'
import { sometimes } from '../contract/ground/sometimes.ts'
import { AccountLink } from './account-link.ts'
import { ContentRequests } from './content-requests.ts'
import { FactOutbox } from './fact-outbox.ts'
import { alertOnce, type Log } from './log.ts'
import { noteUnreadable } from './signs.ts'
import { RowRequests } from './row-requests.ts'
import { Refused, type Send, unsentResult } from './sender.ts'
import { SentAttempts } from './sent-attempts.ts'
import type { Closed, LiveConnection, VaultPorts, Whatsapp, WhatsappAccount } from './session-port.ts'
import type { VaultCipher } from './whatsapp/vault-cipher.ts'

export type SessionPorts = {
  dial: () => WebSocket
  leaseMs: number
  cipher: VaultCipher
  whatsapp: Whatsapp
  /** The session has ended in this process; `waiting` has the facts that the object has not stored yet. */
  ended: (waiting: FactOutbox) => void
  log: Log
}
type LookedUp = Extract<Fact, { kind: 'lookedUp' }>
const SETTLE_POLL_MS = 50
const CONNECTION_CLOSED = 428
const CLOSED_BY_US: Closed = { code: 0, detail: 'closed by the runner', reachedWhatsapp: true, proxyFailed: false }

export class AccountSession {
  readonly accountId: string
  readonly epoch: number
  readonly #ports: SessionPorts
  readonly #since = performance.now()
  readonly #outbox = new FactOutbox()
  readonly #link: AccountLink
  readonly #sent = new SentAttempts()
  readonly #cancelled = boundedCache<true>(500)
  readonly #lookups = boundedCache<LookedUp | 'under-way'>(8)
  readonly #questions: RowRequests
  readonly #contents: ContentRequests
  readonly #whatsapp: WhatsappAccount
  #live: LiveConnection | null = null
  #linking = false
  /** A successor is ready. */
  #successorReady = false
  /** Commands that open or close the socket run one at a time. */
  #turn: Promise<void> = Promise.resolve()

  constructor(accountId: string, epoch: number, ports: SessionPorts) {
    this.accountId = accountId
    this.epoch = epoch
    this.#ports = ports
    this.#whatsapp = ports.whatsapp(this.#vault())
    this.#questions = new RowRequests((requestId, items) => this.#pushFact({ kind: 'need', requestId, items }))
    this.#contents = new ContentRequests(
      (messageId) => this.#pushFact({ kind: 'needContent', messageId }),
      () => this.#link.checkLease(),
    )
    this.#link = new AccountLink({
      dial: ports.dial,
      leaseMs: ports.leaseMs,
      outbox: this.#outbox,
      log: ports.log,
      events: {
        hello: () => {
          this.#questions.repeat()
          return { kind: 'hello', connection: this.connection, me: this.#whatsapp.me }
        },
        command: (command) => this.#handle(command),
        leaseLost: () => this.#leaseLost(),
        fenced: () => this.drop('another epoch owns the account'),
        gaveUp: () => this.drop('the object is out of reach'),
      },
    })
  }

  get sendsUnderWay(): number {
    return this.#live?.underWay ?? 0
  }
  get connection(): Extract<Fact, { kind: 'hello' }>['connection'] {
    if (!this.#live) return 'none'
    if (this.#live.isOpen) return 'open'
    return this.#linking ? 'linking' : 'connecting'
  }
  /** State for the monitor, without keys or message texts. */
  report(): RunnerSession {
    return {
      accountId: this.accountId,
      epoch: this.epoch,
      connection: this.connection,
      hasLease: this.#link.hasLease,
      linkOpen: this.#link.isOpen,
      factsWaiting: this.#outbox.size,
      sendsUnderWay: this.sendsUnderWay,
      hasKeys: this.#whatsapp.hasKeys,
      heldFor: Math.round((performance.now() - this.#since) / 1_000),
    }
  }

  start(): void {
    this.#link.start()
  }
  tick(): void {
    this.#link.tick()
    this.#live?.tick()
  }
  /** Closes WhatsApp and the account socket; no fact is sent any more. */
  end(): void {
    this.#live?.end()
    this.#live = null
    this.#whatsapp.forgetKeys()
    this.#link.end()
  }
  /** Another runner may hold the account now: closes WhatsApp, and passes on the facts that are not stored yet. */
  drop(why: string): void {
    this.#ports.log.info({ why }, 'account dropped')
    this.end()
    this.#outbox.dropSessionFacts()
    this.#ports.ended(this.#outbox)
  }
  /**
   * Works on until the account's object has a successor, lets messages in flight finish, closes WhatsApp without unlinking,
   * and waits until the object has stored that. Each wait has its own limit in ms.
   */
  async drain({
    successorMs,
    settleMs,
    storeMs,
  }: Record<'successorMs' | 'settleMs' | 'storeMs', number>): Promise<void> {
    if (this.#live) this.#pushFact({ kind: 'leaving' })
    // an object that cannot be reached cannot name a successor, so it is not waited for
    await this.#while(() => this.#live !== null && !this.#successorReady && this.#link.isOpen, successorMs)
    await this.#while(() => this.sendsUnderWay > 0, settleMs)
    // no command opens WhatsApp any more: after a redial the object hears of no connection, and asks for a login
    this.#turn = new Promise(() => undefined)
    if (this.#live) {
      this.#hangUp()
      // the object starts a new epoch when it hears of the close, and refuses later key rows: they must be stored before
      await this.#link.emptied(storeMs)
      this.#pushFact({ kind: 'closed', ...CLOSED_BY_US, detail: 'the runner is stopping' })
    }
    await this.#link.emptied(storeMs)
    this.end()
  }

  async #while(isSo: () => boolean, mostMs: number): Promise<void> {
    const until = performance.now() + mostMs
    while (isSo() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, SETTLE_POLL_MS))
  }

  #pushFact(fact: Fact, stored?: () => void): void {
    if (fact.kind === 'result') this.#sent.end(fact)
    this.#outbox.push(fact, stored)
    this.#link.flush()
  }

  #handle(command: Command): void {
    switch (command.kind) {
      case 'link':
      case 'connect':
      case 'disconnect':
        this.#turn = this.#turn
          .then(() => this.#open(command))
          .catch((error: unknown) => this.#ports.log.error({ err: error }, `${command.kind} failed`))
        return
      case 'handOver':
        this.#successorReady = true
        return
      case 'send':
        return this.#send(command)
      case 'cancel':
        for (const attemptId of command.attemptIds) this.#cancelled.set(attemptId, true)
        return
      case 'lookup':
        return void this.#lookUp(command)
      case 'rows':
        return this.#questions.answer(command.requestId, command.rows)
      case 'content':
        return this.#contents.answer(command.messageId, command.content)
    }
  }

  async #open(command: Extract<Command, { kind: 'link' | 'connect' | 'disconnect' }>): Promise<void> {
    if (command.kind === 'disconnect') {
      if (command.logout) {
        await this.#live?.logout()
        this.#whatsapp.forgetKeys()
      }
      this.#hangUp()
      return this.#pushFact({ kind: 'closed', ...CLOSED_BY_US })
    }
    // a new connect command replaces the socket; the old one reports nothing
    this.#hangUp()
    if (!this.#link.hasLease) return this.#refused('the lease is lost')
    this.#linking = command.kind === 'link'
    try {
      if (command.kind === 'link') this.#whatsapp.makeKeys()
      else if (command.rows.length > 0) this.#whatsapp.restoreKeys(command.rows)
    } catch (error) {
      noteUnreadable()
      alertOnce(this.#ports.log, `session:${this.accountId}`, { err: error }, 'the stored session is unreadable')
      return this.#refused('the stored session is unreadable', false, SESSION_UNREADABLE)
    }
    if (!this.#whatsapp.hasKeys) return this.#refused('no session is held here')
    const { proxy, waVersion } = command
    const link = command.kind === 'link' ? { mode: command.mode, phone: command.phone } : null
    try {
      const live: LiveConnection = this.#whatsapp.open({
        dial: { proxy, waVersion },
        link,
        push: (fact, stored) => this.#pushFact(fact, stored),
        takeRows: (number) => this.#outbox.takeRows(number),
        holdRows: () => this.#link.hold(),
        mayNotLeave: (send) => this.#mayNotLeave(send),
        now: () => this.#link.clock.now(),
        contentOf: (messageId) => this.#contents.ask(messageId),
        closed: (closed) => {
          if (this.#live !== live) return
          this.#live = null
          this.#pushFact({ kind: 'closed', ...closed })
        },
        log: this.#ports.log,
      })
      this.#live = live
    } catch (error) {
      this.#ports.log.warn({ err: error }, 'the socket could not be made')
      this.#refused('the proxy is unusable', proxy !== null)
    }
  }
  #refused(detail: string, proxyFailed = false, code = CONNECTION_CLOSED): void {
    this.#pushFact({ kind: 'closed', code, detail, reachedWhatsapp: false, proxyFailed })
  }
  #hangUp(): void {
    const live = this.#live
    this.#live = null
    live?.end()
  }

  /** Checked right before a message leaves, because minutes may have passed since its command. */
  #mayNotLeave({ attemptId, notAfter }: Send): FailReason | null {
    if (!this.#link.hasLease) return 'offline'
    if (this.#cancelled.has(attemptId)) return 'cancelled'
    return this.#link.clock.now() > notAfter ? 'late' : null
  }
  #send(command: Send): void {
    const known = this.#sent.begin(command.attemptId)
    if (known === 'under-way') return
    if (known !== 'new') return this.#pushFact(known)
    sometimes('a send finds no connection', !this.#live)
    if (this.#live) return this.#live.send(command)
    this.#pushFact(unsentResult(command, 'offline'))
  }
  /** A repeated query is not sent to WhatsApp again while it is under way or answered. */
  async #lookUp({ requestId, numbers }: Extract<Command, { kind: 'lookup' }>): Promise<void> {
    const known = this.#lookups.get(requestId)
    if (known === 'under-way') return
    if (known) return this.#pushFact(known)
    this.#lookups.set(requestId, 'under-way')
    const none: LookedUp = { kind: 'lookedUp', requestId, results: [], error: null, code: null, backoffS: null }
    let fact: LookedUp
    try {
      const live = this.#live
      if (!live?.isOpen) throw new Error('not connected')
      const found = await live.lookUp(numbers)
      const results = [...found].map(([number, registered]) => ({ number, registered }))
      fact = { ...none, results, error: results.length < numbers.length ? 'WhatsApp left numbers out' : null }
    } catch (error) {
      const { code, backoffS } = error instanceof Refused ? error : { code: null, backoffS: null }
      fact = { ...none, error: error instanceof Error ? error.message : 'look-up failed', code, backoffS }
    }
    if (fact.error === null) this.#lookups.set(requestId, fact)
    else this.#lookups.delete(requestId)
    this.#pushFact(fact)
  }

  #leaseLost(): void {
    this.#ports.log.warn('lease lost, WhatsApp is closed')
    if (!this.#live) return
    this.#hangUp()
    this.#pushFact({ kind: 'closed', ...CLOSED_BY_US, detail: 'the lease ran out' })
  }

  #vault(): VaultPorts {
    return {
      accountId: this.accountId,
      cipher: this.#ports.cipher,
      pushRow: (row, stored) => {
        this.#outbox.pushRow(row, stored)
        this.#link.flush()
      },
      ask: (items) => this.#questions.ask(items),
      logError: (what, error) => alertOnce(this.#ports.log, `${what}:${this.accountId}`, { err: error }, what),
    }
  }
}
