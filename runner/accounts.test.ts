// The accounts of a runner against a real socket. WhatsApp is replaced above its port, and never asked.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { OBJECT_RELEASE_HEADER } from '../contract/ground/release-header.ts'
import { Accounts } from './accounts.ts'
import { makeLog } from './log.ts'
import { VaultCipher } from './whatsapp/vault-cipher.ts'

let server: WebSocketServer
let accounts: Accounts
/** What an object answers a dial with; null: it is of the version before, which does not say its release. */
let release: string | null
beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('headers', (headers) => {
    if (release !== null) headers.push(`${OBJECT_RELEASE_HEADER}: ${release}`)
  })
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as { port: number }
  accounts = new Accounts({
    dial: () => new WebSocket(`ws://127.0.0.1:${port}`),
    leaseMs: 30_000,
    cipher: new VaultCipher(new Map([['k', Buffer.alloc(32)]])),
    whatsapp: () => ({
      me: null,
      hasKeys: false,
      makeKeys: () => undefined,
      restoreKeys: () => undefined,
      forgetKeys: () => undefined,
      open: () => {
        throw new Error('nobody asked for a login')
      },
    }),
    sendToFleet: () => undefined,
    log: makeLog('silent', 'test'),
  })
})
afterEach(() => {
  accounts.abandon()
  server.close()
})
const opened = async (accountId: string, says: string | null): Promise<void> => {
  release = says
  const dialled = new Promise((dial) => server.once('connection', dial))
  accounts.handle({ kind: 'open', accountId, epoch: 1, afterMs: 0 })
  await dialled
}
const releases = async (expected: unknown): Promise<void> => {
  await expect.poll(() => accounts.objectReleases(), { timeout: 20_000 }).toEqual(expected)
}

test('the release of each account’s object is known from its dial on, until the account is given back', async () => {
  await opened('of-the-version-before', null)
  await opened('one', '1.0.0')
  await opened('two', '1.1.0')
  await opened('three', '1.0.0')
  await releases([
    { version: '1.0.0', accounts: 2 },
    { version: '1.1.0', accounts: 1 },
  ])
  accounts.handle({ kind: 'close', accountId: 'three', epoch: 1 })
  release = '1.1.0'
  for (const ws of server.clients) ws.close(1012)
  await releases([{ version: '1.1.0', accounts: 3 }])
  release = null
  for (const ws of server.clients) ws.close(1012)
  await releases([])
}, 60_000)
