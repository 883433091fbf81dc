// A live connection of one account: its Baileys socket, sender and intake, and the facts they report.
import type { Span } from '../../contract/record/traces.ts'
import type { proto } from '@whiskeysockets/baileys'
import {
  CONNECTION_LOST,
  LINK_REFUSED,
  PASSKEY_ASKED,
  REACHOUT_TIMELOCK,
  VERSION_REFUSED,
} from '../../contract/sending/whatsapp-codes.ts'
import type { Fact } from '../../contract/operation/runner.ts'
import type { Semaphore } from '../semaphore.ts'
import { alertOnce } from '../log.ts'
import { noteVersionRefused } from '../signs.ts'
import type { Media } from '../media.ts'
import { Refused, Sender, type Wire } from '../sender.ts'
import { StoreBeforeAck } from '../store-before-ack.ts'
import type { ConnectionOptions, LiveConnection, VaultPorts, Whatsapp } from '../session-port.ts'
import { AccountKeys } from './auth-state.ts'
import { Composer } from './content.ts'
import { closeError } from './disconnect.ts'
import { MessageIntake } from './intake.ts'
import { Limits } from './limits.ts'
import { errorCodeOf, lookUp } from './lookup.ts'
import { askPairingCode } from './pairing-code.ts'
import { type SocketSettings, WhatsappSocket } from './socket.ts'

export type WhatsappPorts = {
  settings: SocketSettings
  sendLimit: Semaphore
  media: Media
  /** Sandbox only: the phone page can scan "the code now waiting". */
  qrShown: (qr: string) => void
  /** Says what became of a message, by the Worker's clock. */
  traced: (spans: Span[]) => void
}
type Content = proto.IMessage
type Options = ConnectionOptions & { keys: AccountKeys }

const QR_FIRST_MS = 60_000
const QR_NEXT_MS = 20_000
const CODE_MS = 90_000

/** Implements session-port.ts with Baileys. */
export const whatsappOf =
  (ports: WhatsappPorts): Whatsapp =>
  (vault: VaultPorts) => {
    let keys: AccountKeys | null = null
    return {
      get me() {
        return keys?.me ?? null
      },
      get hasKeys() {
        return keys !== null
      },
      makeKeys: () => {
        keys = AccountKeys.fresh(vault)
      },
      restoreKeys: (rows) => {
        keys = AccountKeys.restore(vault, rows)
      },
      forgetKeys: () => {
        keys = null
      },
      open: (options) => {
        if (!keys) throw new Error('no session is held here')
        return openConnection(ports, { ...options, keys })
      },
    }
  }

const openConnection = (ports: WhatsappPorts, options: Options): LiveConnection => {
  const { keys, push, log } = options
  const intake = new MessageIntake({
    own: () => [keys.me?.phone ?? null, keys.me?.lid ?? null],
    numberOf: async (lid) => {
      const known = keys.numberOf(lid)
      if (known !== null) return known
      const pn = await socket.sock.signalRepository.lidMapping.getPNForLID(`${lid}@lid`)
      return pn?.split(/[:@]/, 1)[0] ?? null
    },
    lidOf: (number) => keys.lidOf(number),
    now: options.now,
    stored: new StoreBeforeAck({
      push,
      storeMs: ports.settings.times.storeMs,
      notStored: () => socket.end(closeError('a fact could not be stored', CONNECTION_LOST)),
    }),
  })
  const showQr = qrShower(ports, options, () => socket)
  const pushMe = (kind: 'paired' | 'open'): void => {
    const { me } = keys
    if (me) push({ kind, me })
  }
  const socket: WhatsappSocket = new WhatsappSocket({
    settings: ports.settings,
    dial: options.dial,
    keys,
    sentMessage: async (id) => {
      const content = await options.contentOf(id)
      return content ? composer.compose(content) : undefined
    },
    intake,
    events: {
      qr: showQr,
      paired: () => {
        keys.keep()
        pushMe('paired')
      },
      open: () => {
        log.info('WhatsApp is open')
        pushMe('open')
      },
      closed: (closed) => {
        log.info({ closeCode: closed.code, detail: closed.detail }, 'WhatsApp is closed')
        if (closed.code === VERSION_REFUSED) {
          const version = options.dial.waVersion ?? 'default'
          noteVersionRefused(version)
          alertOnce(log, `version:${version}`, { version }, 'WhatsApp refuses this client version')
        }
        options.closed(closed)
      },
    },
    log,
  })
  const composer = new Composer(socket.sock, ports.media)
  const limits = new Limits(socket.sock, push, log)
  const sender = new Sender(wireOf(socket, keys, composer), {
    sendLimit: ports.sendLimit,
    push,
    takeRows: options.takeRows,
    holdRows: options.holdRows,
    mayNotLeave: options.mayNotLeave,
    traced: ports.traced,
    now: options.now,
    log,
  })
  socket.sock.ev.on('messages.upsert', ({ messages }) => void intake.upserted(messages))
  socket.sock.ws.on('CB:ack,class:message', ({ attrs }: { attrs: { id?: string; error?: string } }) => {
    if (!attrs.id) return
    const error = attrs.error ? Number(attrs.error) : null
    // an ack for a message of an earlier socket: it is still true for that message
    if (!sender.acked(attrs.id, error) && error === null)
      push({ kind: 'receipts', items: [{ messageId: attrs.id, type: 'acked', at: options.now() }] })
    if (error === REACHOUT_TIMELOCK) void limits.ask()
  })
  // Baileys confirms it and then waits for good (docs/whatsapp-wire.md, the passkey)
  if (options.link)
    socket.sock.ws.on('CB:notification,type:passkey_prologue_request', () =>
      socket.end(closeError(PASSKEY_ASKED, LINK_REFUSED)),
    )
  return {
    get isOpen() {
      return socket.isOpen
    },
    get underWay() {
      return sender.underWay
    },
    send: (command) => sender.send(command),
    lookUp: async (numbers) => {
      try {
        return await lookUp(socket.sock, numbers)
      } catch (error) {
        if (error instanceof Refused && error.code === REACHOUT_TIMELOCK) void limits.ask()
        throw error
      }
    },
    logout: () => socket.logout(),
    end: () => socket.end(),
    tick: () => socket.tick(),
  }
}

/** Reports each QR. In code mode the first one shows that a pairing code may be requested now. */
const qrShower = (ports: WhatsappPorts, { link, push, log }: Options, socket: () => WhatsappSocket) => {
  let shown = 0
  return (qr: string): void => {
    shown += 1
    if (link?.mode !== 'code' || link.phone === null) {
      push({ kind: 'qr', qr, ttlMs: shown === 1 ? QR_FIRST_MS : QR_NEXT_MS })
      return ports.qrShown(qr)
    }
    if (shown > 1) return
    askPairingCode(socket().sock, link.phone)
      .then((code) => push({ kind: 'code', code, ttlMs: CODE_MS }))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'no pairing code')
        const { code, backoffS } = error instanceof Refused ? error : { code: null, backoffS: null }
        push({ kind: 'codeRefused', code, backoffS } satisfies Fact)
      })
  }
}

const wireOf = (socket: WhatsappSocket, keys: AccountKeys, composer: Composer): Wire<Content> => ({
  get isOpen() {
    return socket.isOpen
  },
  get closed() {
    return socket.closed
  },
  addContact: (number, rows) => keys.addContact(number, rows),
  lidOf: (number) => keys.lidOf(number),
  isRegistered: async (number) => {
    if (keys.knows(number)) return true
    const registered = (await lookUp(socket.sock, [number])).get(number)
    if (registered === undefined) throw new Refused('WhatsApp says nothing of this number', null)
    return registered
  },
  compose: async (content) => {
    try {
      return await composer.compose(content)
    } catch (error) {
      // an error with WhatsApp's code is a refused upload; any other means that the content cannot be made
      const code = errorCodeOf(error)
      if (code === null) throw error
      // Baileys keeps a refused media connection as long as the socket lives, so only a new socket asks again
      setImmediate(() => socket.end(closeError('uploads are refused', CONNECTION_LOST)))
      throw new Refused('WhatsApp does not take the file', code)
    }
  },
  findDevices: async (number) => {
    const own = `${keys.me?.phone ?? ''}@s.whatsapp.net`
    // once where the account writes to itself: Baileys would keep each of its devices twice
    const asked = [...new Set([own, `${number}@s.whatsapp.net`])]
    const found = await socket.sock.getUSyncDevices(asked, true, false)
    const lid = keys.lidOf(number)
    if (!found.some(({ user }) => user === number || user === lid))
      throw new Refused('no device of the recipient is known', null)
  },
  relay: (number, content, messageId, check) => socket.relay(number, content, messageId, check),
  encryptedFor: (number) =>
    // of itself the account knows the LID from its own pairing
    socket.encryptedFor(number, number === keys.me?.phone ? keys.me.lid : keys.lidOf(number)),
})
