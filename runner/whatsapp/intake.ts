// Reads what arrives from WhatsApp off the wire, and has the account's object store it before Baileys acknowledges it.
import { type BinaryNode, jidDecode, proto, unpadRandomMax16, type WAMessage } from '@whiskeysockets/baileys'
import { boundedCache } from '../bounded-cache.ts'
import type { Fact } from '../../contract/operation/runner.ts'
import type { StoreBeforeAck } from '../store-before-ack.ts'
import { repliesOf, revokedId } from './inbound.ts'
import { type Receipt, readReceipt } from './receipts.ts'
import type { Intake } from './socket.ts'

export type IntakePorts = {
  own: () => readonly (string | null)[]
  numberOf: (lid: string) => Promise<string | null>
  lidOf: (number: string) => string | null
  /** The Worker's clock, for what comes without WhatsApp's time. */
  now: () => number
  stored: StoreBeforeAck
}
type Inbound = Extract<Fact, { kind: 'inbound' }>['items'][number]

const isNode = (value: unknown): value is BinaryNode =>
  typeof value === 'object' && value !== null && 'tag' in value && 'attrs' in value

export class MessageIntake implements Intake {
  readonly #ports: IntakePorts
  /** Ciphertext → the stanza it came in. */
  readonly #stanzas = new WeakMap<Uint8Array, BinaryNode>()
  readonly #seen = boundedCache<true>(500)
  #receipts: { items: Receipt[]; stored: (() => void)[] } | null = null

  constructor(ports: IntakePorts) {
    this.#ports = ports
  }

  frame(event: string, node: unknown, pass: () => void): boolean {
    if (event === 'CB:message' && isNode(node) && Array.isArray(node.content)) {
      for (const { content } of node.content) if (content instanceof Uint8Array) this.#stanzas.set(content, node)
      return false
    }
    if (event !== 'CB:receipt' || !isNode(node)) return false
    const items = readReceipt(node, this.#ports.own(), this.#ports.now())
    if (items.length === 0) return false
    this.#addReceipts(items, pass)
    return true
  }

  async decrypted(ciphertext: Uint8Array, plain: Uint8Array): Promise<void> {
    const stanza = this.#stanzas.get(ciphertext)
    if (!stanza?.attrs.id || !stanza.attrs.from) return
    let message: proto.IMessage
    try {
      message = proto.Message.decode(unpadRandomMax16(plain))
    } catch {
      // these bytes are no message: Baileys reports that itself, and they cannot be an opt-out
      return
    }
    const { id, from, t, participant, sender_lid: senderLid, sender_pn: senderPn } = stanza.attrs
    if (participant) return
    await this.#pushStored({ id, from, alt: senderPn ?? senderLid, at: Number(t) * 1000 || this.#ports.now(), message })
  }

  /** Takes messages that came without encryption, which do not pass `decrypted`. */
  async upserted(messages: readonly WAMessage[]): Promise<void> {
    for (const { key, message, messageTimestamp } of messages) {
      if (!key.id || !key.remoteJid || key.participant || !message || this.#seen.has(key.id)) continue
      const at = Number(messageTimestamp ?? 0) * 1000 || this.#ports.now()
      const own = this.#ports.own()[0]
      const from = key.fromMe ? `${own ?? ''}@s.whatsapp.net` : key.remoteJid
      await this.#pushStored({ id: key.id, from, alt: key.remoteJidAlt ?? undefined, at, message })
    }
  }

  async #pushStored(one: {
    id: string
    from: string
    alt: string | undefined
    at: number
    message: proto.IMessage
  }): Promise<void> {
    const sender = jidDecode(one.from)
    if (!sender || (sender.server !== 's.whatsapp.net' && sender.server !== 'lid')) return
    if (this.#ports.own().includes(sender.user)) {
      const revoked = revokedId(one.message)
      if (revoked) await this.#stored(one.id, { kind: 'revoked', messageIds: [revoked] })
      return
    }
    const replies = repliesOf(one.message)
    if (replies.length === 0) return
    const alt = one.alt === undefined ? undefined : jidDecode(one.alt)?.user
    const byLid = sender.server === 'lid'
    const lid = byLid ? sender.user : (alt ?? this.#ports.lidOf(sender.user))
    const number = byLid ? (alt ?? (await this.#ports.numberOf(sender.user))) : sender.user
    const items: Inbound[] = replies.map((reply) => ({ id: one.id, number, lid, ...reply, at: one.at }))
    await this.#stored(one.id, { kind: 'inbound', items })
  }

  #stored(id: string, fact: Fact): Promise<void> {
    this.#seen.set(id, true)
    return new Promise((resolve) => this.#ports.stored.push(fact, resolve))
  }
  #addReceipts(items: Receipt[], pass: () => void): void {
    if (!this.#receipts) {
      const batch = { items: [] as Receipt[], stored: [] as (() => void)[] }
      this.#receipts = batch
      queueMicrotask(() =>
        setImmediate(() => {
          this.#receipts = null
          this.#ports.stored.push({ kind: 'receipts', items: batch.items }, () => {
            for (const stored of batch.stored) stored()
          })
        }),
      )
    }
    this.#receipts.items.push(...items)
    this.#receipts.stored.push(pass)
  }
}
