// A real Baileys client for the sandbox's own tests: keys in memory, trust root swapped, what arrived kept.
import {
  type AuthenticationState,
  Browsers,
  BufferJSON,
  type ConnectionState,
  initAuthCreds,
  makeWASocket,
  type proto,
  type SignalDataTypeMap,
  type UserFacingSocketConfig,
  WA_CERT_DETAILS,
  type WAMessage,
} from '@whiskeysockets/baileys'
import { Agent } from 'node:https'
import { pino } from 'pino'
import type { Node } from '../../../sandbox/protocol/nodes.ts'
import { until } from '../../../scripts/drive/until.ts'

export interface MemoryAuth {
  state: AuthenticationState
  /** all keys as `type|id` → JSON, so that a test can lose or restore some */
  data: Map<string, string>
}

export function memoryAuth(): MemoryAuth {
  const data = new Map<string, string>()
  const state: AuthenticationState = {
    creds: initAuthCreds(),
    keys: {
      get: async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
        const found: { [id: string]: SignalDataTypeMap[T] } = {}
        for (const id of ids) {
          const value = data.get(`${type}|${id}`)
          if (value !== undefined) found[id] = JSON.parse(value, BufferJSON.reviver) as SignalDataTypeMap[T]
        }
        return found
      },
      set: async (changes) => {
        for (const [type, rows] of Object.entries(changes)) {
          for (const [id, value] of Object.entries(rows ?? {})) {
            if (value == null) data.delete(`${type}|${id}`)
            else data.set(`${type}|${id}`, JSON.stringify(value, BufferJSON.replacer))
          }
        }
      },
    },
  }
  return { state, data }
}

type Socket = ReturnType<typeof makeWASocket>

interface Closed {
  code: number
  conflict: string | undefined
}

export interface TestClient {
  socket: Socket
  acks: Node[]
  receipts: Node[]
  /** messages from others or own devices, as upserted */
  inbox: WAMessage[]
  updates: { id: string; update: Partial<WAMessage> }[]
  opened: Promise<void>
  closed: Promise<Closed>
  qr: () => Promise<string>
  send: (phone: string, text: string) => Promise<string>
  ack: (id: string) => Promise<Node>
  receipt: (id: string, type?: string) => Promise<Node>
  inbound: (match: (message: WAMessage) => boolean) => Promise<WAMessage>
  update: (id: string) => Promise<Partial<WAMessage>>
  /** closes from this side, as a process that stops */
  leave: () => Promise<void>
}

export interface ClientTarget {
  whatsappUrl: string
  rootKey: string
  mediaCa: string
}

/** By message id: what the client can send again when a recipient asks. */
export type SentMessages = Map<string, proto.IMessage>

export function connect(
  target: ClientTarget,
  auth: MemoryAuth,
  sent: SentMessages = new Map(),
  extra: Partial<UserFacingSocketConfig> = {},
): TestClient {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(target.rootKey, 'hex')
  const socket = makeWASocket({
    waWebSocketUrl: target.whatsappUrl,
    auth: auth.state,
    logger: pino({ level: process.env.LOG ?? 'silent' }),
    browser: Browsers.macOS('Chrome'),
    version: [2, 3000, 1_043_857_760],
    syncFullHistory: false,
    fetchAgent: new Agent({ ca: target.mediaCa }),
    getMessage: async ({ id }) => (id ? sent.get(id) : undefined),
    ...extra,
  })
  const client = { acks: [] as Node[], receipts: [] as Node[], inbox: [] as WAMessage[] }
  const updates: TestClient['updates'] = []
  const states: Partial<ConnectionState>[] = []
  socket.ev.on('creds.update', (update) => void Object.assign(auth.state.creds, update))
  socket.ev.on('messages.upsert', ({ messages }) => void client.inbox.push(...messages))
  socket.ev.on('messages.update', (changes) => {
    for (const { key, update } of changes) updates.push({ id: key.id ?? '', update })
  })
  socket.ws.on('CB:ack,class:message', (node: Node) => void client.acks.push(node))
  socket.ws.on('CB:receipt', (node: Node) => void client.receipts.push(node))
  const opened = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<Closed>()
  opened.promise.catch(() => undefined)
  socket.ev.on('connection.update', (state) => {
    states.push(state)
    if (state.connection === 'open') opened.resolve()
    if (state.connection !== 'close') return
    const error = state.lastDisconnect?.error as
      | { output?: { statusCode: number }; data?: { attrs?: { type?: string } } }
      | undefined
    const code = error?.output?.statusCode ?? 0
    closed.resolve({ code, conflict: error?.data?.attrs?.type })
    opened.reject(new Error(`closed with ${code}`))
  })
  return {
    socket,
    ...client,
    updates,
    opened: opened.promise,
    closed: closed.promise,
    qr: () => until('a qr', () => states.findLast(({ qr }) => qr)?.qr),
    send: async (phone, text) => {
      const message = await socket.sendMessage(`${phone}@s.whatsapp.net`, { text })
      const id = message?.key.id ?? ''
      if (message?.message) sent.set(id, message.message)
      return id
    },
    ack: (id) => until(`ack of ${id}`, () => client.acks.find(({ attrs }) => attrs.id === id)),
    receipt: (id, type) =>
      until(`receipt ${type ?? 'delivered'} of ${id}`, () =>
        client.receipts.find(({ attrs }) => attrs.id === id && attrs.type === type),
      ),
    inbound: (match) => until('an inbound message', () => client.inbox.find(match)),
    leave: async () => {
      await socket.end(undefined)
      await closed.promise
    },
    update: async (id) => (await until(`update of ${id}`, () => updates.find((one) => one.id === id))).update,
  }
}
