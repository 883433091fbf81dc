// A live connection of one account: its Baileys socket, its sender, its intake, and what each of them tells.
import { type Command, type Fact, type KeyRow, VERSION_REFUSED } from '../../contract/runner.ts'
import type { Gate } from '../gate.ts'
import { alertOnce, type Log } from '../log.ts'
import type { Media } from '../media.ts'
import type { AccountKeys } from './auth-state.ts'
import { CONNECTION_LOST, type Closed, closeError } from './disconnect.ts'
import { MessageIntake } from './intake.ts'
import { Limits } from './limits.ts'
import { errorCodeOf, lookUp } from './lookup.ts'
import { REACHOUT_TIMELOCK, Sender, type SentLog } from './send.ts'
import { type Dial, type SocketSettings, WhatsappSocket } from './socket.ts'

export type WhatsappPorts = {
  settings: SocketSettings
  gate: Gate
  media: Media
  /** Sandbox only: the phone page can scan "the code now waiting". */
  qrShown: (qr: string) => void
}
export type ConnectionOptions = {
  keys: AccountKeys
  dial: Dial
  link: { mode: 'qr' | 'code'; phone: string | null } | null
  sent: SentLog
  push: (fact: Fact, stored?: () => void) => void
  takeRows: (number: string) => KeyRow[]
  holdRows: () => () => void
  closed: (closed: Closed) => void
  log: Log
}
export type LiveConnection = {
  readonly isOpen: boolean
  readonly underWay: number
  send: (command: Extract<Command, { kind: 'send' }>) => Promise<void>
  lookUp: (numbers: readonly string[]) => Promise<Set<string>>
  logout: (timeoutMs: number) => Promise<void>
  end: () => void
  tick: () => void
}

const QR_FIRST_MS = 60_000
const QR_NEXT_MS = 20_000
const CODE_MS = 90_000

/** @throws Error when the proxy's address is unusable */
export const openConnection = (ports: WhatsappPorts, options: ConnectionOptions): LiveConnection => {
  const { keys, link, push, log } = options
  const intake = new MessageIntake({
    own: () => [keys.me?.phone ?? null, keys.me?.lid ?? null],
    numberOf: async (lid) => {
      const known = keys.numberOf(lid)
      if (known !== null) return known
      const pn = await socket.sock.signalRepository.lidMapping.getPNForLID(`${lid}@lid`)
      return pn?.split(/[:@]/, 1)[0] ?? null
    },
    lidOf: (number) => keys.lidOf(number),
    push,
  })
  let shown = 0
  const showQr = (qr: string): void => {
    shown += 1
    if (link?.mode !== 'code' || link.phone === null) {
      push({ kind: 'qr', qr, ttlMs: shown === 1 ? QR_FIRST_MS : QR_NEXT_MS })
      return ports.qrShown(qr)
    }
    // a code can be asked for only now that WhatsApp has offered pairing
    if (shown > 1) return
    socket.sock
      .requestPairingCode(link.phone)
      .then((code) => push({ kind: 'code', code, ttlMs: CODE_MS }))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'no pairing code')
        socket.end(closeError('no pairing code', CONNECTION_LOST))
      })
  }
  const tellMe = (kind: 'paired' | 'open'): void => {
    const { me } = keys
    if (me) push({ kind, me })
  }
  const socket: WhatsappSocket = new WhatsappSocket({
    settings: ports.settings,
    dial: options.dial,
    keys,
    sentMessage: (id) => options.sent.content(id),
    intake,
    events: {
      qr: showQr,
      paired: () => {
        keys.keep()
        tellMe('paired')
      },
      open: () => {
        log.info('WhatsApp is open')
        tellMe('open')
      },
      closed: (closed) => {
        log.info({ closeCode: closed.code, detail: closed.detail }, 'WhatsApp is closed')
        if (closed.code === VERSION_REFUSED) {
          const version = options.dial.waVersion ?? 'default'
          alertOnce(log, `version:${version}`, { version }, 'WhatsApp refuses this client version')
        }
        options.closed(closed)
      },
    },
    log,
  })
  const { ev } = socket.sock
  ev.on('messages.upsert', ({ messages }) => void intake.upserted(messages))
  const limits = new Limits(socket.sock, push)
  const sender = new Sender(socket, keys, options.sent, {
    gate: ports.gate,
    media: ports.media,
    push,
    takeRows: options.takeRows,
    holdRows: options.holdRows,
    timelocked: () => limits.ask(),
    log,
  })
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
        if (errorCodeOf(error) === REACHOUT_TIMELOCK) limits.ask()
        throw error
      }
    },
    logout: (timeoutMs) => socket.logout(timeoutMs),
    end: () => socket.end(),
    tick: () => socket.tick(),
  }
}
