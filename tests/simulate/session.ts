// An account's session in a simulated runner, in place of Baileys. The sender, the order "stored first" and
// everything above are the runner's own code.
import type { Fact, FailReason } from '../../contract/operation/runner.ts'
import { Refused, Sender, type Send, type Wire } from '../../runner/sender.ts'
import type { Closed, ConnectionOptions, LiveConnection } from '../../runner/session-port.ts'
import { StoreBeforeAck } from '../../runner/store-before-ack.ts'
import type { SimAccount } from './account.ts'
import { type Client, isRegistered } from './whatsapp-parts.ts'

const SILENT_MS = 18_000
const ANSWER_MS = 20_000
const STORE_MS = 20_000
const LOST = 408

type Content = { text: string }

/** Both ends of one connection: the runner's, and the one that WhatsApp's server has. */
export class SimConnection implements LiveConnection, Client {
  readonly #account: SimAccount
  readonly #options: ConnectionOptions
  readonly #stored: StoreBeforeAck
  readonly #sender: Sender<Content>
  readonly #closing = Promise.withResolvers<void>()
  readonly #encrypted = new Map<string, number>()
  #state: 'connecting' | 'open' | 'closed' = 'connecting'
  #heardAt: number
  /** Frames are lost in both directions, and neither end knows. */
  halfOpen = false

  /** When what left last is with WhatsApp, epoch ms. */
  #arrivesAt = 0

  constructor(account: SimAccount, options: ConnectionOptions) {
    this.#account = account
    this.#options = options
    this.#heardAt = performance.now()
    const { whatsapp } = account.ports
    account.connections.add(this)
    whatsapp.onBegun(this)
    this.#stored = new StoreBeforeAck({
      push: options.push,
      storeMs: STORE_MS,
      notStored: () => this.#close({ code: LOST, detail: 'a fact could not be stored' }),
    })
    this.#sender = new Sender(this.#wire(), {
      sendLimit: account.ports.sendLimit,
      push: (fact) => this.#pushResult(fact),
      takeRows: options.takeRows,
      holdRows: options.holdRows,
      mayNotLeave: (send: Send): FailReason | null => options.mayNotLeave(send),
      traced: () => undefined,
      now: options.now,
      log: options.log,
    })
    const dialMs = whatsapp.random.between(50, 600)
    setTimeout(() => this.#dialled(), dialMs)
  }
  /** Through which it dials; null: none. */
  get proxy(): string | null {
    return this.#options.dial.proxy
  }

  get accountId(): string {
    return this.#account.vault.accountId
  }
  get deviceId(): string {
    return this.#account.deviceId ?? ''
  }
  get runner(): string {
    return this.#account.ports.process.name
  }
  isHeld(): boolean {
    return this.#account.ports.process.alive && this.#state !== 'closed'
  }
  /** Runs after the time that the way takes, in the runner's process; never when the connection is gone by then. */
  hear(what: string, run: () => void): void {
    const { whatsapp, process } = this.#account.ports
    const afterMs = whatsapp.random.between(2, 80)
    whatsapp.platform.clock.after(afterMs, process, what, () => {
      if (this.#state !== 'closed' && !this.halfOpen) run()
    })
  }
  closed(code: number): void {
    this.hear('closed', () => this.#close({ code, detail: 'closed by WhatsApp' }))
  }
  receive(fact: Fact, stored: () => void): void {
    this.#stored.push(fact, stored)
  }
  repair(messageId: string, answered: (again: boolean) => void): void {
    void this.#repair(messageId, answered)
  }
  get isOpen(): boolean {
    return this.#state === 'open'
  }
  get underWay(): number {
    return this.#sender.underWay
  }
  send(command: Send): void {
    this.#sender.send(command)
  }
  async lookUp(numbers: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
    const left = await this.#ask('look-up')
    const found = new Map(numbers.map((number) => [number, isRegistered(number)]))
    const [first] = numbers
    if (left && first !== undefined) found.delete(first)
    return found
  }
  async logout(): Promise<void> {
    const device = this.#account.deviceId && this.#account.ports.whatsapp.devices.get(this.#account.deviceId)
    if (device) device.valid = false
  }
  end(): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
    this.#account.ports.whatsapp.onClosed(this)
    this.#account.ports.whatsapp.gone(this.deviceId, this)
    this.#closing.resolve()
  }
  tick(): void {
    if (this.#state !== 'open') return
    if (!this.halfOpen) this.#heardAt = performance.now()
    else if (performance.now() - this.#heardAt > SILENT_MS)
      this.#close({ code: LOST, detail: 'WhatsApp does not answer' })
  }
  acked(messageId: string, error: number | null): void {
    const { whatsapp, process } = this.#account.ports
    const known = this.#sender.acked(messageId, error)
    if (error === null) whatsapp.heardBy.set(messageId, process)
    if (!known && error === null)
      this.#options.push({ kind: 'receipts', items: [{ messageId, type: 'acked', at: this.#options.now() }] })
    if (error === 463) this.#tellLimit()
  }
  #pushResult(fact: Fact): void {
    const acked = fact.kind === 'result' && fact.outcome === 'acked' ? fact.messageId : null
    const { proven } = this.#account.ports.whatsapp
    if (acked === null) this.#options.push(fact)
    else this.#options.push(fact, () => proven.add(acked))
  }
  #tellLimit(): void {
    const { whatsapp } = this.#account.ports
    const device = whatsapp.devices.get(this.deviceId)
    const until = whatsapp.random.chance(0.6) ? (device?.limitedUntil ?? null) : null
    this.#options.push({ kind: 'restricted', cause: 'reachout', until })
  }
  break(): void {
    this.#close({ code: LOST, detail: 'connection lost' })
  }

  #dialled(): void {
    const { whatsapp } = this.#account.ports
    if (this.#state === 'closed') return
    whatsapp.onDialled(this)
    if (this.proxy !== null && whatsapp.deadProxies.has(this.proxy)) {
      this.end()
      return this.#options.closed({ code: LOST, detail: 'the proxy failed', reachedWhatsapp: false, proxyFailed: true })
    }
    if (this.#options.link) this.#pair()
    else this.#login()
  }
  #pair(): void {
    const { link, push } = this.#options
    const { whatsapp } = this.#account.ports
    const { accountId } = this.#account.vault
    if (this.#state === 'closed') return
    if (link?.mode === 'code') {
      const refusal = this.#account.codeRefusal(accountId)
      if (refusal) return push({ kind: 'codeRefused', ...refusal }, () => whatsapp.onCodeRefused(accountId))
      push({ kind: 'code', code: 'ABCD1234', ttlMs: 90_000 })
    } else push({ kind: 'qr', qr: 'https://wa.me/x', ttlMs: 60_000 })
    const scan = this.#account.scan(accountId)
    if (!scan) return
    setTimeout(() => {
      if (this.#state === 'closed') return
      this.#account.paired(scan.phone)
      const { me } = this.#account
      if (me) push({ kind: 'paired', me })
      setTimeout(() => this.#close({ code: 515, detail: 'restart' }), whatsapp.random.between(100, 400))
    }, scan.afterMs)
  }
  #login(): void {
    const { whatsapp } = this.#account.ports
    const { deviceId, me } = this.#account
    if (this.#state === 'closed' || !deviceId || !me) return
    const refused = whatsapp.login(deviceId, this)
    if (refused !== null) return this.#close({ code: refused, detail: 'refused' })
    this.#state = 'open'
    this.#options.push({ kind: 'open', me })
  }
  #close(closed: Pick<Closed, 'code' | 'detail'>): void {
    if (this.#state === 'closed') return
    this.end()
    this.#options.closed({ ...closed, reachedWhatsapp: true, proxyFailed: false })
  }

  /** true: the answer leaves a number out. @throws Refused */
  async #ask(what: string): Promise<boolean> {
    const { afterMs, fate } = this.#account.ports.whatsapp.answer(this.accountId)
    const silent = fate === 'silent' || afterMs > ANSWER_MS || this.halfOpen
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, silent ? ANSWER_MS : afterMs)
    await Promise.race([promise, this.#closing.promise])
    if (this.#state === 'closed') throw new Error('connection closed')
    if (silent) throw new Refused(`${what}: no answer`, null)
    if (fate === 'refused') throw new Refused(`${what}: rate-overlimit`, 429)
    return fate === 'left-out'
  }
  #wire(): Wire<Content> {
    const account = this.#account
    const isOpen = (): boolean => this.isOpen
    return {
      get isOpen() {
        return isOpen()
      },
      closed: this.#closing.promise,
      addContact: (number, rows) => account.addContact(number, rows),
      lidOf: (number) => account.known.get(number) ?? null,
      isRegistered: async (number) => {
        if (account.known.has(number)) return true
        if (await this.#ask('look-up')) throw new Refused('WhatsApp says nothing of this number', null)
        return isRegistered(number)
      },
      compose: async (content) => content,
      findDevices: async () => {
        if (await this.#ask('devices')) throw new Refused('no device of the recipient is known', null)
      },
      relay: async (number, content, messageId, check) => {
        // anyone who has started over has other keys
        const { whatsapp } = account.ports
        if (account.known.get(number) !== whatsapp.lids.of(number)) await this.#ask('keys')
        check()
        this.#leave(number, content, messageId)
      },
      encryptedFor: (number) => this.#encrypted.get(number) ?? 0,
    }
  }
  #leave(number: string, content: Content, messageId: string): void {
    const { whatsapp } = this.#account.ports
    const key = this.#account.nextKey(number)
    this.#encrypted.set(number, (this.#encrypted.get(number) ?? 0) + 1)
    const sent = { id: messageId, number, text: content.text, leftAt: whatsapp.now, ...key }
    whatsapp.onLeft(this, sent)
    if (this.halfOpen) return
    // over one connection nothing overtakes
    this.#arrivesAt = Math.max(this.#arrivesAt, whatsapp.now + whatsapp.random.between(2, 80))
    whatsapp.later(this.#arrivesAt - whatsapp.now, 'message', () => whatsapp.receive(this, sent))
  }
  async #repair(messageId: string, answered: (again: boolean) => void): Promise<void> {
    const { received } = this.#account.ports.whatsapp
    const number = received.find((m) => m.id === messageId)?.number
    const content = await this.#options.contentOf(messageId)
    // WhatsApp does not hear the acknowledgement of a closed connection, so it sends the message again on the next one
    if (!number || this.#state === 'closed') return
    if (content) this.#leave(number, content, messageId)
    answered(content !== null)
  }
}
