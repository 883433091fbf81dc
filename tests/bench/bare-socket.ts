// Nothing but Baileys, as its own example has it: a socket an account, keys in files. What the product is compared to.
import { join } from 'node:path'
import {
  Browsers,
  DEFAULT_CONNECTION_CONFIG,
  makeWASocket,
  useMultiFileAuthState,
  WA_CERT_DETAILS,
  type WASocket,
} from '@whiskeysockets/baileys'
import pino from 'pino'
import { controlsOf } from '../../scripts/drive/controls.ts'

/** Opens an account's socket: the first time by a QR that the sandbox's phone scans, later with the keys of then. */
export type OpenBare = (phone: string) => Promise<WASocket>

/** @param keys folder of the accounts' keys */
export const bareWhatsapp = async (sandbox: string, keys: string): Promise<OpenBare> => {
  const controls = controlsOf(sandbox)
  const info = (await (await fetch(`${sandbox}/sandbox/info`)).json()) as { whatsappUrl: string; rootKey: string }
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(info.rootKey, 'hex')
  // libsignal narrates its sessions on the console.
  console.info = () => {}
  const logger = pino({ level: 'silent' })
  return async (phone) => {
    const { state, saveCreds } = await useMultiFileAuthState(join(keys, phone))
    const dial = (): Promise<WASocket> =>
      new Promise((done, fail) => {
        const sock = makeWASocket({
          waWebSocketUrl: info.whatsappUrl,
          auth: state,
          version: DEFAULT_CONNECTION_CONFIG.version,
          browser: Browsers.macOS('Chrome'),
          logger,
          markOnlineOnConnect: false,
          syncFullHistory: false,
          shouldSyncHistoryMessage: () => false,
          emitOwnEvents: false,
        })
        sock.ev.on('creds.update', () => void saveCreds())
        sock.ev.on('connection.update', ({ qr, connection, lastDisconnect }) => {
          if (qr) controls.scan(phone, qr).catch(fail)
          if (connection === 'open') done(sock)
          if (connection !== 'close') return
          const code = (lastDisconnect?.error as { output?: { statusCode?: number } } | undefined)?.output?.statusCode
          if (code === 515) dial().then(done, fail)
          else fail(new Error(`closed with ${code}`))
        })
      })
    return dial()
  }
}
