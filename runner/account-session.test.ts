// An account's session against a real socket: what it looks at right before a message leaves. WhatsApp is replaced above its port.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Command, Fact, UpFrame } from '../contract/operation/runner.ts'
import { AccountSession } from './account-session.ts'
import { makeLog } from './log.ts'
import { Semaphore } from './semaphore.ts'
import { Sender, type Send } from './sender.ts'
import type { ConnectionOptions, LiveConnection, VaultPorts, Whatsapp } from './session-port.ts'
import { VaultCipher } from './whatsapp/vault-cipher.ts'

const LEASE_MS = 30_000
const SEND: Send = {
  kind: 'send',
  attemptId: 'attempt',
  messageId: 'message',
  number: '6281320000100',
  notAfter: Number.MAX_SAFE_INTEGER,
  content: { text: 'Halo', media: null },
  rows: [],
}
const CONNECT: Command = { kind: 'connect', rows: [], proxy: null, waVersion: null }
let server: WebSocketServer
let object: WebSocket
let session: AccountSession
let vault: VaultPorts
let facts: Fact[]
let left: string[]
let logins: number
/** The recipient's devices are found only then. */
let found: PromiseWithResolvers<void>

const open = (options: ConnectionOptions): LiveConnection => {
  logins += 1
  const { push, takeRows, holdRows, mayNotLeave, now, log } = options
  const sendLimit = new Semaphore(1)
  const sender = new Sender<{ text: string }>(
    {
      isOpen: true,
      closed: new Promise(() => undefined),
      addContact: () => undefined,
      lidOf: () => null,
      isRegistered: () => Promise.resolve(true),
      compose: ({ text }) => Promise.resolve({ text }),
      findDevices: () => found.promise,
      relay: async (_number, { text }, messageId, check) => {
        check()
        left.push(text)
        sender.acked(messageId, null)
      },
      encryptedFor: () => left.length,
    },
    { sendLimit, push, takeRows, holdRows, mayNotLeave, now, log, traced: () => undefined },
  )
  return {
    isOpen: true,
    get underWay() {
      return sender.underWay
    },
    send: (command) => sender.send(command),
    lookUp: () => Promise.resolve(new Map()),
    logout: () => Promise.resolve(),
    end: () => undefined,
    tick: () => undefined,
  }
}
const whatsapp: Whatsapp = (ports) => {
  vault = ports
  return {
    me: null,
    hasKeys: true,
    makeKeys: () => undefined,
    restoreKeys: () => undefined,
    forgetKeys: () => undefined,
    open,
  }
}
/** What was sent meanwhile arrives. */
const arrived = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((next) => setImmediate(next))
}
const command = (...commands: Command[]): void => object.send(JSON.stringify({ commands }))
/** Pings stay without an answer. @param stores each frame, and asks for a login at a hello, as an object does */
const hear = (ws: WebSocket, { stores = false } = {}): void => {
  ws.on('message', (data) => {
    const text = String(data)
    if (!text.startsWith('{')) return
    const heard = (JSON.parse(text) as UpFrame).facts
    facts.push(...heard.map(({ fact }) => fact))
    if (!stores) return
    if (heard.some(({ fact }) => fact.kind === 'hello')) ws.send(JSON.stringify({ commands: [CONNECT] }))
    ws.send(JSON.stringify({ ack: heard.at(-1)?.seq, commands: [] }))
  })
}
const dialled = () => new Promise<WebSocket>((dial) => server.once('connection', dial))
const results = () => facts.filter((fact) => fact.kind === 'result').map(({ outcome, reason }) => [outcome, reason])

beforeEach(async () => {
  facts = []
  left = []
  logins = 0
  found = Promise.withResolvers()
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((listening) => server.once('listening', listening))
  const first = dialled()
  const { port } = server.address() as { port: number }
  vi.useFakeTimers({ toFake: ['performance'] })
  session = new AccountSession('account', 1, {
    dial: () => new WebSocket(`ws://127.0.0.1:${port}`),
    leaseMs: LEASE_MS,
    cipher: new VaultCipher(new Map([['k', Buffer.alloc(32)]])),
    whatsapp,
    ended: () => undefined,
    log: makeLog('silent', 'test'),
  })
  session.start()
  object = await first
  hear(object)
  await arrived(() => facts.some(({ kind }) => kind === 'hello'))
  command(CONNECT)
  await arrived(() => session.connection === 'open')
  command(SEND)
  await arrived(() => session.sendsUnderWay === 1)
})
afterEach(() => {
  session.end()
  vi.useRealTimers()
  object.terminate()
  server.close()
})

test('a message leaves while the lease runs', async () => {
  found.resolve()
  await arrived(() => results().length > 0)
  expect([left, results()]).toEqual([['Halo'], [['acked', null]]])
})
test('rule one-runner: none leaves once the lease is over, also before anybody has looked at it', async () => {
  vi.advanceTimersByTime(LEASE_MS)
  found.resolve()
  await arrived(() => results().length > 0)
  expect([left, results()]).toEqual([[], [['failed', 'offline']]])
})
test('rule opt-out: one that was cancelled after its command does not leave', async () => {
  command({ kind: 'cancel', attemptIds: [SEND.attemptId] }, { kind: 'lookup', requestId: 'r', numbers: [SEND.number] })
  await arrived(() => facts.some(({ kind }) => kind === 'lookedUp'))
  found.resolve()
  await arrived(() => results().length > 0)
  expect([left, results()]).toEqual([[], [['failed', 'cancelled']]])
})
/** It ends while its account socket is down and a key row waits; then it reaches its object again. */
const endOutOfReach = async (): Promise<void> => {
  found.resolve()
  await arrived(() => results().length > 0)
  object.terminate()
  await arrived(() => !session.report().linkOpen)
  const again = dialled()
  vault.pushRow({ type: 'session', id: 's.0', owner: () => SEND.number, seal: () => 'AA==' })
  const drained = session.drain({ successorMs: 0, settleMs: 0, storeMs: 20_000 })
  hear(await again, { stores: true })
  await drained
}
test('rule one-runner: its last key rows are stored before a runner that ends tells of the close, also when the account socket was down', async () => {
  await endOutOfReach()
  const told = facts.map(({ kind }) => kind).filter((kind) => kind === 'rows' || kind === 'closed')
  expect(told).toEqual(['rows', 'closed'])
})
test('rule one-runner: a runner that ends does not log in again, whatever its object asks for meanwhile', async () => {
  await endOutOfReach()
  expect(logins).toBe(1)
})
