// One Baileys socket with the settings for sending, and its watchdog.
import {
  Browsers,
  DEFAULT_CONNECTION_CONFIG,
  isJidBroadcast,
  isJidGroup,
  isJidNewsletter,
  makeWASocket,
  proto,
  type WASocket,
  type WAVersion,
} from '@whiskeysockets/baileys'
import { LOGOUT_MS } from '../../contract/operation/runner.ts'
import { CONNECTION_LOST } from '../../contract/sending/whatsapp-codes.ts'
import { boundedCache } from '../bounded-cache.ts'
import { WebSocket } from 'ws'
import type { Log } from '../log.ts'
import { makeAgents, ProxyError } from '../proxy.ts'
import type { AccountKeys } from './auth-state.ts'
import { baileysLog } from './baileys-log.ts'
import { callOffers, deviceLists, placeholders, retryCounts } from './caches.ts'
import type { Closed, Dial } from '../session-port.ts'
import { closeError, readClose } from './disconnect.ts'
import { Watchdog, type WatchdogTimes } from './watchdog.ts'

/** Every wait of a connection to WhatsApp, ms. */
export type Times = WatchdogTimes & {
  /** Longest time that an acknowledgement to WhatsApp is held back until the object has stored what came. */
  storeMs: number
}
export const TIMES: Times = { idleMs: 10_000, answerMs: 8_000, storeMs: 20_000 }

export type SocketSettings = {
  url: string
  /** certificate authority of the sandbox's media host */
  mediaCa: string | null
  /** whether a proxy may stand in our own network, as in the sandbox */
  privateProxies: boolean
  times: Times
}
export type SocketEvents = {
  qr: (qr: string) => void
  paired: () => void
  open: () => void
  closed: (closed: Closed) => void
}
/** Gets what WhatsApp sends before Baileys acknowledges it, and may delay that. */
export type Intake = {
  /** A decrypted message; Baileys continues, and acknowledges it, when the promise settles. */
  decrypted: (ciphertext: Uint8Array, plain: Uint8Array) => Promise<void>
  /** true: the node is held back, and `pass` gives it to Baileys later */
  frame: (event: string, node: unknown, pass: () => void) => boolean
}

/** Longer than our own watchdog's interval, because Baileys' keep-alive must not close the socket first. */
const BAILEYS_KEEP_ALIVE_MS = 120_000
const ignored = (jid: string): boolean =>
  Boolean(isJidGroup(jid) || isJidBroadcast(jid) || isJidNewsletter(jid) || jid.endsWith('@call'))
const versionOf = (text: string | null): WAVersion => {
  const parts = text?.split('.').map(Number)
  return parts?.length === 3 && parts.every(Number.isInteger) ? (parts as WAVersion) : DEFAULT_CONNECTION_CONFIG.version
}

export class WhatsappSocket {
  readonly sock: WASocket
  /** Number or lid → how often a message was encrypted for it. */
  readonly #encrypted = boundedCache<number>(1_000)
  #beforeEncrypting: (() => void) | null = null
  #state: 'connecting' | 'open' | 'closed' = 'connecting'
  #reached = false
  #proxyFailed = false
  readonly #watchdog: Watchdog
  readonly #log: Log
  readonly #closed = Promise.withResolvers<void>()

  constructor(options: {
    settings: SocketSettings
    dial: Dial
    keys: AccountKeys
    /** The content to send again to a recipient who could not decrypt it. */
    sentMessage: (id: string) => Promise<proto.IMessage | undefined>
    intake: Intake
    events: SocketEvents
    log: Log
  }) {
    const { settings, dial, keys, intake, events, log } = options
    this.#log = log
    const agents = makeAgents(dial.proxy, settings, () => {
      if (!this.#reached) this.#proxyFailed = true
    })
    this.#watchdog = new Watchdog(settings.times, performance.now())
    const { makeSignalRepository } = DEFAULT_CONNECTION_CONFIG
    this.sock = makeWASocket({
      waWebSocketUrl: settings.url,
      auth: keys.auth,
      version: versionOf(dial.waVersion),
      browser: Browsers.macOS('Chrome'),
      logger: baileysLog(log),
      // the types ask for https.Agent, ws and Baileys' upload take any http.Agent
      agent: agents.socket as never,
      fetchAgent: agents.fetch as never,
      keepAliveIntervalMs: BAILEYS_KEEP_ALIVE_MS,
      markOnlineOnConnect: false,
      syncFullHistory: false,
      shouldSyncHistoryMessage: () => false,
      emitOwnEvents: false,
      shouldIgnoreJid: ignored,
      getMessage: async ({ id }) => (id ? await options.sentMessage(id) : undefined),
      msgRetryCounterCache: retryCounts,
      callOfferCache: callOffers,
      placeholderResendCache: placeholders,
      userDevicesCache: deviceLists(),
      makeSignalRepository: (...args) => {
        const made = makeSignalRepository(...args)
        return {
          ...made,
          encryptMessage: async (message) => {
            // checked only now, because the look-ups before this may have taken a minute
            this.#beforeEncrypting?.()
            const encrypted = await made.encryptMessage(message)
            const user = message.jid.split(/[:@]/, 1)[0] ?? ''
            this.#encrypted.set(user, (this.#encrypted.get(user) ?? 0) + 1)
            return encrypted
          },
          decryptMessage: async (message) => {
            const plain = await made.decryptMessage(message)
            await intake.decrypted(message.ciphertext, plain)
            return plain
          },
        }
      },
    })
    this.#listen(keys, events, intake)
  }

  get isOpen(): boolean {
    return this.#state === 'open' && this.sock.ws.isOpen
  }
  /** A send that failed before this count grew for its recipient has certainly not left. */
  encryptedFor(number: string, lid: string | null): number {
    return (this.#encrypted.get(number) ?? 0) + (lid === null ? 0 : (this.#encrypted.get(lid) ?? 0))
  }
  /** @param check throws when the message must not leave; asked right before each of its encryptions */
  async relay(number: string, content: proto.IMessage, messageId: string, check: () => void): Promise<void> {
    this.#beforeEncrypting = check
    try {
      await this.sock.relayMessage(`${number}@s.whatsapp.net`, content, { messageId })
    } finally {
      this.#beforeEncrypting = null
    }
  }
  get closed(): Promise<void> {
    return this.#closed.promise
  }

  /** Closes without unlinking, and without waiting for the server. */
  end(error?: Error): void {
    if (this.#state === 'closed') return
    void this.sock.end(error)
    this.#terminate()
  }
  /** Unlinks the device first. */
  async logout(): Promise<void> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, LOGOUT_MS).unref())
    const out = this.isOpen ? this.sock.logout() : undefined
    // then the device stays in the phone's list, where the member can remove it
    out?.catch((error: unknown) => this.#log.warn({ err: error }, 'the device could not be unlinked'))
    await Promise.race([out, late]).catch(() => undefined)
    this.end()
  }
  tick(): void {
    if (this.#state === 'closed' || !this.#reached) return
    const verdict = this.#watchdog.check(performance.now())
    if (verdict === 'dead') return this.end(closeError('WhatsApp does not answer any more', CONNECTION_LOST))
    if (verdict === 'fine') return
    const id = this.sock.generateMessageTag()
    const ping = { tag: 'iq', attrs: { id, to: '@s.whatsapp.net', type: 'get', xmlns: 'w:p' } }
    // the error is ignored, because the watchdog reacts to the missing answer
    this.sock.sendNode({ ...ping, content: [{ tag: 'ping', attrs: {} }] }).catch((error: unknown) => {
      this.#log.debug({ err: error }, 'ping failed')
    })
  }

  #listen(keys: AccountKeys, events: SocketEvents, intake: Intake): void {
    const { ws, ev } = this.sock
    ws.on('frame', () => {
      this.#reached = true
      this.#watchdog.heard(performance.now())
    })
    // ws closes nothing when this event has a listener, and Baileys' listener does nothing
    ws.on('unexpected-response', (_request: unknown, answer: { statusCode?: number }) =>
      this.end(closeError(`the server answered ${answer.statusCode ?? 'no websocket'}`, CONNECTION_LOST)),
    )
    ws.on('error', (error: unknown) => {
      if (error instanceof ProxyError) this.#proxyFailed = true
    })
    const emit = ws.emit.bind(ws)
    ws.emit = (event: string, ...args: unknown[]): boolean =>
      intake.frame(event, args[0], () => {
        if (this.#state !== 'closed') emit(event, ...args)
      }) || emit(event, ...args)
    // Baileys' own listener sends a presence without a type at every change of the creds, which may show the account as online
    ev.removeAllListeners('creds.update')
    ev.on('creds.update', (update) => {
      Object.assign(keys.creds, update)
      keys.saveCreds()
    })
    ev.on('connection.update', (update) => {
      if (update.qr) events.qr(update.qr)
      if (update.isNewLogin) events.paired()
      if (update.connection === 'open') {
        this.#state = 'open'
        events.open()
      }
      if (update.connection !== 'close') return
      this.#state = 'closed'
      this.#closed.resolve()
      events.closed(readClose(update.lastDisconnect?.error, this.#reached, this.#proxyFailed))
    })
  }

  /** Ends the TCP connection, because Baileys would wait up to 30 s for the server's close frame. */
  #terminate(): void {
    const raw: unknown = Reflect.get(this.sock.ws, 'socket')
    if (!(raw instanceof WebSocket)) return
    if (raw.readyState === WebSocket.CONNECTING) raw.terminate()
    else setTimeout(() => raw.terminate(), 500).unref()
  }
}
