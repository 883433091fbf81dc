// WhatsApp as far as the product sees it: devices and their sessions, messages, acks, receipts, replies, look-ups, and
// everything that it may refuse, hold back or forget. What it receives is the record against which the promises are checked.
import { sometimes } from '../../contract/ground/sometimes.ts'
import { NETWORK } from './platform/clock.ts'
import type { Process } from './platform/owners.ts'
import type { Platform } from './platform/platform.ts'
import type { Random } from './platform/random.ts'
import type { Story } from './story.ts'
import {
  type Client,
  type Device,
  isRegistered,
  CALM,
  Lids,
  type Moods,
  type Pending,
  type Received,
  receiptsOf,
  saidBy,
  type Sent,
} from './whatsapp-parts.ts'

const ASKS_AGAIN = 5
export class Whatsapp {
  readonly platform: Platform
  readonly random: Random
  readonly story: Story
  readonly devices = new Map<string, Device>()
  readonly received: Received[] = []
  /** Messages whose ack or receipt the product has stored. */
  readonly proven = new Set<string>()
  /** Message id → the runner that got its ack. */
  readonly heardBy = new Map<string, Process>()
  moods: Moods = { ...CALM }
  readonly lids = new Lids()
  readonly deadProxies = new Set<string>()
  /** Called with every message that arrives. */
  onReceived: (message: Received, first: boolean) => void = () => {}
  onOptOut: (stop: { number: string; lid: string; accountId: string; byLid: boolean }) => void = () => {}
  onUnanswered: (messageId: string, number: string) => void = () => {}
  /** Called when the product has stored that this limit lasts until then. */
  onLimit: (accountId: string, until: number) => void = () => {}
  onLimitOver: (accountId: string) => void = () => {}
  /** Called when a session of the account begins or ends. */
  onSession: (accountId: string, open: boolean) => void = () => {}
  onRefused: (accountId: string) => void = () => {}
  onCodeRefused: (accountId: string) => void = () => {}
  /** Called when a runner begins a connection, logs in with it and ends it, when a message leaves it, and when WhatsApp answers that message. */
  onBegun: (client: Client) => void = () => {}
  onDialled: (client: Client) => void = () => {}
  onLogin: (client: Client) => void = () => {}
  onClosed: (client: Client) => void = () => {}
  onLeft: (client: Client, message: Sent) => void = () => {}
  onAnswered: (message: Sent, isRefused: boolean) => void = () => {}
  hasWritten: (accountId: string, number: string | null) => boolean = () => false
  /** Which people ask for a message again, sooner or later. */
  readonly askingAgain = new Set<string>()
  readonly #chains = new Map<string, { chain: string; count: number }>()
  /** Which recipients reply to what they got. */
  readonly #ids = new Set<string>()

  constructor(platform: Platform, random: Random, story: Story) {
    this.platform = platform
    this.random = random
    this.story = story
  }
  calm(): void {
    this.moods = { ...CALM }
    this.deadProxies.clear()
  }
  get now(): number {
    return this.platform.clock.now
  }
  /** Runs after a while, as something that the server does by itself. */
  later(ms: number, what: string, run: () => void): void {
    this.platform.clock.after(ms, NETWORK, what, run)
  }

  // ---------------------------------------------------------------- devices
  pair(phone: string, accountId: string): string {
    const id = `device-${this.random.uuid()}`
    const device = { id, phone, accountId, valid: true, banned: false, client: null, limitedUntil: 0 }
    this.devices.set(id, { ...device, pending: new Set() })
    return id
  }
  /** null: the login succeeds; otherwise the code with which it is refused. */
  login(deviceId: string, client: Client): number | null {
    const device = this.devices.get(deviceId)
    if (!device?.valid) return 401
    if (device.banned) return 403
    const older = device.client
    if (older && older !== client) {
      if (older.isHeld())
        this.story.fail('one-session', `${device.accountId}: two live runners have the session of ${deviceId} open`)
      older.closed(440)
    }
    device.client = client
    this.onLogin(client)
    this.onSession(device.accountId, true)
    if (this.moods.endsLoginsUntil > this.now)
      this.later(this.random.between(50, 900), 'ends it', () => {
        if (device.client === client) this.close(device.accountId, 428)
      })
    this.later(this.random.between(50, 400), 'offline messages', () => this.#deliverAll(device))
    return null
  }
  gone(deviceId: string, client: Client): void {
    const device = this.devices.get(deviceId)
    if (device?.client !== client) return
    device.client = null
    this.onSession(device.accountId, false)
  }
  deviceOf(accountId: string): Device | null {
    return [...this.devices.values()].findLast((d) => d.accountId === accountId && d.valid) ?? null
  }
  close(accountId: string, code: number): void {
    const device = this.deviceOf(accountId)
    if (!device?.client) return
    this.story.say(`WhatsApp closes ${accountId} with ${code}`)
    if (code === 401) device.valid = false
    const { client } = device
    device.client = null
    client.closed(code)
  }

  // ---------------------------------------------------------------- questions of the product
  /** How long an answer takes, and whether it is one. 'silent': there is never an answer. */
  answer(accountId: string): { afterMs: number; fate: 'ok' | 'refused' | 'silent' | 'left-out' } {
    const { random, moods } = this
    const waitMs = Math.max(0, moods.muteUntil - this.now)
    const afterMs = waitMs + random.between(20, 300)
    const refused = random.chance(moods.refuseQuery)
    const fate = refused
      ? random.chance(0.8)
        ? 'refused'
        : 'silent'
      : random.chance(moods.leaveOut)
        ? 'left-out'
        : 'ok'
    if (fate !== 'ok') this.onRefused(accountId)
    return { afterMs, fate }
  }

  // ---------------------------------------------------------------- messages
  receive(client: Client, sent: Sent): void {
    const wait = this.moods.muteUntil - this.now
    if (wait > 0) return this.later(wait, 'read at last', () => this.receive(client, sent))
    const device = this.devices.get(client.deviceId)
    if (!device?.valid) return
    sometimes('a message arrives after its connection ended', device.client !== client)
    const first = !this.#ids.has(sent.id)
    // it limits new chats: anyone who asks for a message again has one
    const refused = first && device.limitedUntil > this.now
    const readable = !refused && this.#read(client.deviceId, sent)
    const message: Received = { ...sent, at: this.now, accountId: client.accountId, readable, refused }
    sometimes('a message arrives a second time', !first)
    sometimes('a message to somebody who is limited arrives', refused)
    this.#ids.add(sent.id)
    this.received.push(message)
    this.onReceived(message, first)
    if (first) this.onAnswered(sent, refused)
    if (refused) return this.#ack(device, sent.id, 463)
    if (first && this.random.chance(this.moods.loseAck)) this.story.say(`the ack of ${sent.id} is lost`)
    else this.#ack(device, sent.id, null)
    if (isRegistered(sent.number)) this.#recipient(device, message)
  }
  /** A message whose key was used before cannot be read: the sender's keys are older than what it has sent. */
  #read(deviceId: string, { lid, chain, count, fresh }: Sent): boolean {
    const key = `${deviceId}|${lid}`
    const known = this.#chains.get(key)
    // until the first one arrived, each of a chain brings what begins it
    const readable = known?.chain === chain ? count > known.count : fresh || !known
    if (readable) this.#chains.set(key, { chain, count })
    return readable
  }
  #ack(device: Device, messageId: string, error: number | null): void {
    const held = Math.max(0, this.moods.holdAcksUntil - this.now)
    this.later(held + this.random.between(20, 250), 'ack', () => {
      const { client } = device
      client?.hear('ack', () => client.acked(messageId, error))
    })
  }

  #recipient(device: Device, message: Received): void {
    const { random } = this
    const unreadable = !message.readable || random.chance(this.moods.unreadable)
    const online = random.next()
    if (online > 0.97) return
    const afterMs = online > 0.8 ? random.between(20_000, 300_000) : random.between(300, 6_000)
    const asksAgain = unreadable && random.chance(0.5)
    if (asksAgain) this.askingAgain.add(message.number)
    this.later(afterMs, 'recipient', () => {
      if (asksAgain) this.#asksAgain(device, message)
      else this.#delivered(device, message.id)
      if (random.chance(this.moods.stop)) this.stop(device.accountId, message.number, random.chance(0.3))
    })
  }
  #delivered(device: Device, messageId: string): void {
    this.#keep(device, `receipt of ${messageId}`, (client, stored) => {
      client.receive({ kind: 'receipts', items: receiptsOf(messageId, this.now) }, () => {
        this.proven.add(messageId)
        stored()
      })
    })
  }
  /** WhatsApp's apps ask a few times, then never again. */
  #asksAgain(device: Device, message: Received, time = 1): void {
    this.story.say(`${message.number} cannot read ${message.id} and asks for it again`)
    this.#keep(device, `retry of ${message.id}`, (client, stored) =>
      client.repair(message.id, (again) => {
        stored()
        if (again) return
        sometimes('a message is asked for a third time in vain', time === 3)
        if (time === ASKS_AGAIN) return this.onUnanswered(message.id, message.number)
        this.later(this.random.between(20_000, 60_000), 'asks again', () => this.#asksAgain(device, message, time + 1))
      }),
    )
  }
  /** The person writes STOP to this account, or says so in words of their own. byLid: only their LID is in the message, this one. */
  stop(accountId: string, number: string, byLid: boolean, lid = this.lids.of(number)): void {
    const device = this.deviceOf(accountId)
    if (!device) return
    sometimes('STOP while the account is offline', device.client === null)
    this.#write(device, { number, text: 'STOP', byLid, lid }, () => this.onOptOut({ number, lid, accountId, byLid }))
  }
  /** The person writes something else, with their number. @returns whether there is somebody to write to */
  write(accountId: string, number: string, text: string): boolean {
    const device = this.deviceOf(accountId)
    if (device) this.#write(device, { number, text, byLid: false, lid: this.lids.of(number) }, () => {})
    return device !== null
  }
  #write(
    device: Device,
    { number, text, byLid, lid }: { number: string; text: string; byLid: boolean; lid: string },
    heard: () => void,
  ): void {
    this.story.say(`${number} writes ${text} to ${device.accountId}${byLid ? ', known by LID only' : ''}`)
    const from = { number: byLid ? null : number, lid }
    const item = { id: `in-${this.random.uuid()}`, ...from, means: null, at: this.now }
    this.#keep(device, `${text} of ${number}`, (client, stored) => {
      const said = saidBy(number, text, () => this.hasWritten(device.accountId, from.number))
      client.receive({ kind: 'inbound', items: [{ ...item, text: said }] }, () => {
        heard()
        stored()
      })
    })
  }
  /** The member deletes a message for everyone. */
  revoke(accountId: string, messageId: string): void {
    const device = this.deviceOf(accountId)
    if (!device) return
    sometimes('a message is deleted while the account is offline', device.client === null)
    this.story.say(`the member deletes ${messageId} for everyone`)
    this.#keep(device, `deletion of ${messageId}`, (client, stored) =>
      client.receive({ kind: 'revoked', messageIds: [messageId] }, stored),
    )
  }
  /** until null: WhatsApp does not say for how long. */
  tellLimit(accountId: string, until: number | null): void {
    const device = this.deviceOf(accountId)
    if (!device) return
    this.story.say(
      `${accountId} is told of a limit ${until === null ? 'without an end' : `until ${new Date(until).toISOString().slice(11, 19)}`}`,
    )
    this.#keep(device, 'limit', (client, stored) =>
      client.receive({ kind: 'restricted', cause: 'reachout', until }, () => {
        if (until !== null) this.onLimit(accountId, until)
        stored()
      }),
    )
  }
  tellLimitOver(accountId: string): void {
    const device = this.deviceOf(accountId)
    if (!device) return
    this.#keep(device, 'limit over', (client, stored) =>
      client.receive({ kind: 'unrestricted', cause: 'reachout' }, () => {
        this.onLimitOver(accountId)
        stored()
      }),
    )
  }
  #keep(device: Device, what: string, deliver: Pending['deliver']): void {
    const pending = { what, deliver }
    device.pending.add(pending)
    this.#deliver(device, pending)
  }
  #deliverAll(device: Device): void {
    for (const pending of device.pending) this.#deliver(device, pending)
  }
  #deliver(device: Device, pending: Pending): void {
    const { client } = device
    if (!client || !device.pending.has(pending)) return
    const wait = Math.max(0, this.moods.muteUntil - this.now)
    this.later(wait, pending.what, () => {
      sometimes('what WhatsApp delivers is lost with the connection', device.client !== client)
      if (device.client !== client) return
      client.hear(pending.what, () => pending.deliver(client, () => device.pending.delete(pending)))
    })
  }
}
