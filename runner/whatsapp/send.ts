// One message out: look-up, content, relay, and WhatsApp's own answer. What may have left is never called failed.
import type { BinaryNode, proto } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import type { Command, Fact, KeyRow } from '../../contract/runner.ts'
import type { Gate } from '../gate.ts'
import type { Log } from '../log.ts'
import type { Media } from '../media.ts'
import type { AccountKeys } from './auth-state.ts'
import { Composer } from './content.ts'
import { lookUp } from './lookup.ts'
import type { WhatsappSocket } from './socket.ts'

type Send = Extract<Command, { kind: 'send' }>
type Result = Extract<Fact, { kind: 'result' }>
type Answer = { error: number | null }

/** The gate is held this long for an ack; the ack itself is waited for as long as the socket lives. */
const ACK_HOLD_MS = 15_000
export const REACHOUT_TIMELOCK = 463

export type SendPorts = {
  gate: Gate
  media: Media
  push: (fact: Fact) => void
  /** Rows written for this number since the last frame. */
  takeRows: (number: string) => KeyRow[]
  /** Keeps rows back until released, to share the result's frame. */
  holdRows: () => () => void
  /** WhatsApp refused a new chat: find out for how long. */
  timelocked: () => void
  log: Log
}

/** Attempts of one account over all its sockets: an attempt is sent at most once. */
export class SentLog {
  readonly #attempts = new LRUCache<string, Result | 'under-way'>({ max: 2_000 })
  readonly #contents = new LRUCache<string, proto.IMessage>({ max: 300 })

  /** For a recipient who could not read the message. */
  content(messageId: string): proto.IMessage | undefined {
    return this.#contents.get(messageId)
  }
  keep(messageId: string, content: proto.IMessage): void {
    this.#contents.set(messageId, content)
  }
  begin(attemptId: string): Result | 'under-way' | 'new' {
    const known = this.#attempts.get(attemptId)
    if (known !== undefined) return known
    this.#attempts.set(attemptId, 'under-way')
    return 'new'
  }
  end(result: Result): void {
    this.#attempts.set(result.attemptId, { ...result, rows: [] })
  }
}

export class Sender {
  readonly #socket: WhatsappSocket
  readonly #keys: AccountKeys
  readonly #sent: SentLog
  readonly #ports: SendPorts
  readonly #composer: Composer
  readonly #answers = new Map<string, (answer: Answer) => void>()
  #underWay = 0

  constructor(socket: WhatsappSocket, keys: AccountKeys, sent: SentLog, ports: SendPorts) {
    this.#socket = socket
    this.#keys = keys
    this.#sent = sent
    this.#ports = ports
    this.#composer = new Composer(socket.sock, ports.media)
    socket.sock.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
      const answered = this.#answers.get(attrs.id ?? '')
      this.#answers.delete(attrs.id ?? '')
      answered?.({ error: attrs.error ? Number(attrs.error) : null })
    })
  }

  /** Messages whose answer is still waited for. */
  get underWay(): number {
    return this.#underWay
  }

  async send(command: Send): Promise<void> {
    this.#underWay += 1
    const release = this.#ports.holdRows()
    try {
      this.#keys.addContact(command.number, command.rows)
      await this.#ports.gate.run(() => this.#deliver(command, release))
    } catch (error) {
      this.#ports.log.error({ err: error, attemptId: command.attemptId }, 'a send ended unexpectedly')
    } finally {
      release()
      this.#underWay -= 1
    }
  }

  async #deliver(command: Send, release: () => void): Promise<void> {
    const { number, messageId } = command
    if (!this.#socket.isOpen) return this.#report(command, release, 'failed', null)
    let content: proto.IMessage
    try {
      if (!this.#keys.knows(number) && !(await lookUp(this.#socket.sock, [number])).has(number))
        return this.#report(command, release, 'not_registered', null)
      content = await this.#composer.compose(command.content)
      await this.#findDevices(number)
    } catch (error) {
      this.#ports.log.warn({ err: error, attemptId: command.attemptId }, 'nothing was sent')
      return this.#report(command, release, 'failed', null)
    }
    this.#sent.keep(messageId, content)
    const answer = new Promise<Answer>((resolve) => this.#answers.set(messageId, resolve))
    const encrypted = (): number => this.#socket.encryptedFor(number, this.#keys.lidOf(number))
    const before = encrypted()
    try {
      await this.#socket.sock.relayMessage(`${number}@s.whatsapp.net`, content, { messageId })
    } catch (error) {
      this.#ports.log.warn({ err: error, attemptId: command.attemptId }, 'relay failed')
      if (encrypted() === before) {
        this.#answers.delete(messageId)
        return this.#report(command, release, 'failed', null)
      }
      // it may have left: only WhatsApp's answer may say so, and if none comes the object calls it unknown
    }
    const reported = answer.then(({ error }) => this.#answered(command, release, error))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ACK_HOLD_MS)
    })
    await Promise.race([reported, this.#socket.closed, late])
    clearTimeout(timer)
  }

  /** An unanswered device query would let Baileys send to nobody, and WhatsApp would ack that. @throws Error */
  async #findDevices(number: string): Promise<void> {
    const own = `${this.#keys.me?.phone ?? ''}@s.whatsapp.net`
    const found = await this.#socket.sock.getUSyncDevices([own, `${number}@s.whatsapp.net`], true, false)
    const lid = this.#keys.lidOf(number)
    if (!found.some(({ user }) => user === number || user === lid))
      throw new Error('no device of the recipient is known')
  }

  #answered(command: Send, release: () => void, error: number | null): void {
    this.#report(command, release, error === null ? 'acked' : 'rejected', error)
    if (error === REACHOUT_TIMELOCK) this.#ports.timelocked()
  }

  #report(command: Send, release: () => void, outcome: Result['outcome'], error: number | null): void {
    // the other rows of this send share the result's frame
    release()
    const { attemptId, messageId, number } = command
    const lid = this.#keys.lidOf(number)
    const rows = this.#ports.takeRows(number)
    const result: Result = { kind: 'result', attemptId, messageId, outcome, error, lid, rows }
    this.#sent.end(result)
    this.#ports.push(result)
  }
}
