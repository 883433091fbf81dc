// Puts the parts together: one control socket, one account socket per account, one Baileys socket per account.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { Accounts } from './accounts.ts'
import { ControlLink } from './control-link.ts'
import type { Environment } from './environment.ts'
import { Semaphore } from './semaphore.ts'
import { serveHealth } from './health.ts'
import type { Log } from './log.ts'
import { mediaFetcher } from './media.ts'
import { reportOf } from './report.ts'
import { hintQr, mediaAuthority } from './sandbox-info.ts'
import { Traces } from './traces.ts'
import { signedHeaders } from './signing.ts'
import { whatsappOf } from './whatsapp/connection.ts'
import { trustSandboxRoot } from './whatsapp/trust-root.ts'
import { verifyCertificatesOnce } from './whatsapp/verify-once.ts'
import { VaultCipher } from './whatsapp/vault-cipher.ts'
import { TIMES, type Times } from './whatsapp/socket.ts'

const MAX_FRAME_BYTES = 32 * 1_048_576
const DIAL_MS = 10_000
const SENDS_AT_ONCE = 64

export type Runner = {
  bootId: string
  accounts: Accounts
  /** where /health listens, if it does */
  healthPort: number | null
  /** Why the Worker will never let this process in, in one line; pending while it does. */
  refused: Promise<string>
  /** On SIGTERM: lets messages in flight finish, hands the accounts over, and resolves. */
  drain: () => Promise<void>
  /** Closes everything at once, as a crash would. */
  abandon: () => void
}

const readVersion = async (): Promise<string> => {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

export const startRunner = async (env: Environment, log: Log, times: Times = TIMES): Promise<Runner> => {
  const version = env.version ?? (await readVersion())
  const bootId = randomUUID()
  const identity = { credential: env.credential, runnerId: env.runnerId, bootId }
  const { sandboxUrl } = env
  if (env.rootKey !== null) trustSandboxRoot(env.rootKey)
  verifyCertificatesOnce()
  const mediaCa = await mediaAuthority(env)
  const open = new Set<WebSocket>()
  let draining = false
  const traces = new Traces(env.traces, version)
  const refused = Promise.withResolvers<string>()
  const dial = (path: string): WebSocket => {
    const ws = new WebSocket(env.workerUrl.replace(/^http/, 'ws') + path, {
      headers: signedHeaders(identity, path),
      handshakeTimeout: DIAL_MS,
      maxPayload: MAX_FRAME_BYTES,
      perMessageDeflate: false,
    })
    open.add(ws)
    ws.once('close', () => open.delete(ws))
    return ws
  }
  const cipher = new VaultCipher(env.vaultKeys)
  const control: ControlLink = new ControlLink({
    dial,
    capacity: env.capacity,
    version,
    mode: env.sandbox ? 'sandbox' : 'live',
    held: () => accounts.held(),
    vault: cipher,
    busy: () => accounts.busy(),
    objectReleases: () => accounts.objectReleases(),
    command: (command) => accounts.handle(command),
    refused: refused.resolve,
    report: (accountId, lagMs) => ({
      report: reportOf({
        version,
        capacity: env.capacity,
        draining,
        accounts: accounts.size,
        sockets: accounts.sockets(),
        lagMs,
      }),
      session: accounts.report(accountId),
    }),
    clock: () => Date.now(),
    log,
  })
  const accounts = new Accounts({
    dial,
    leaseMs: env.leaseMs,
    cipher,
    whatsapp: whatsappOf({
      settings: { url: env.whatsappUrl, mediaCa, privateProxies: env.sandbox, times },
      sendLimit: new Semaphore(SENDS_AT_ONCE),
      traced: (spans) => traces.add(spans),
      media: mediaFetcher(env.workerUrl, identity),
      qrShown: (qr) => {
        if (sandboxUrl !== null) hintQr(sandboxUrl, qr)
      },
    }),
    sendToFleet: (message) => control.send(message),
    log,
  })
  let health: Server | null = null
  if (env.healthPort !== null) {
    const server = serveHealth(env.healthPort, env.sandbox ? '127.0.0.1' : undefined, {
      look: () => ({ accounts: accounts.size, version, draining }),
      runnerId: env.runnerId,
      credential: env.credential,
      capacity: env.capacity,
      load: () => control.load(),
    })
    health = server
    await new Promise((resolve, reject) => {
      server.once('listening', resolve)
      server.once('error', reject)
    })
  }
  accounts.start()
  control.start()
  log.info({ version, bootId, capacity: env.capacity, sandbox: env.sandbox }, 'runner started')
  const bound = health?.address()
  return {
    bootId,
    accounts,
    healthPort: typeof bound === 'object' && bound ? bound.port : null,
    refused: refused.promise,
    drain: async () => {
      draining = true
      control.drain()
      await accounts.drain()
      await traces.send()
      control.end()
      health?.close()
      log.info('runner drained')
    },
    abandon: () => {
      accounts.abandon()
      control.end()
      health?.close()
      for (const ws of open) ws.terminate()
    },
  }
}
