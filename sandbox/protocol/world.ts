// What all flows of this WhatsApp share: memory, identity, who is online, faults, counters, live events.
import { EventEmitter } from 'node:events'
import type { Store } from '../store/store.ts'
import type { Connection } from './connection.ts'
import { type FaultBook, makeFaultBook } from './faults/book.ts'
import type { Hold, LateAcks } from './faults/hold.ts'
import { makeIdentity, type ServerIdentity } from './identity.ts'
import { type LidBook, makeLidBook } from './lid.ts'

export interface SandboxEvent {
  kind: 'message' | 'receipt' | 'reply' | 'paired' | 'online' | 'offline' | 'unlinked' | 'waiting' | 'revoked' | 'mail'
  phone?: string
  [detail: string]: unknown
}

export interface WorldOptions {
  /** life of the first QR and of each later one, as on WhatsApp 60 s and 20 s */
  qrFirstMs: number
  qrNextMs: number
  /** how late a `slow` ack is */
  slowMs: number
  log: (line: string) => void
}

export interface ClientFaults {
  /** may read as online: only `available` should say that */
  presenceWithoutType: number
  /** a query addressed to the bare word instead of to `@s.whatsapp.net` */
  bareServerAddress: number
}
export const noClientFaults = (): ClientFaults => ({ presenceWithoutType: 0, bareServerAddress: 0 })

export interface World {
  store: Store
  options: WorldOptions
  identity: ServerIdentity
  lids: LidBook
  faults: FaultBook
  events: EventEmitter<{ event: [SandboxEvent] }>
  connections: Set<Connection>
  /** `phone:device` → its connection */
  online: Map<string, Connection>
  frames: { in: number; out: number }
  stanzas: Record<string, number>
  /** what a client must not do and WhatsApp would hold against it */
  clientFaults: ClientFaults
  /** phone, or any → acks and receipts that wait */
  holds: Map<string, Hold>
  /** `phone:device` → acks let go while it was away */
  lateAcks: LateAcks
  lookups: { queries: number; numbers: number /** number → how often */; times: Map<string, number> }
  rejected: number
  unregisteredSends: number
  /** how often a person's message was encrypted again for a device that could not read it */
  resends: Map<string, number>
  /** how long WhatsApp's limits are said to last, by phone or for any */
  limitSeconds: Map<string, number>
  /** QR texts that the product's runner told, newest last */
  qrHints: { qr: string; at: number }[]
  mediaHost: string
  tell: (event: SandboxEvent) => void
  logError: (where: string, error: unknown) => void
}

export function makeWorld(store: Store, options: WorldOptions): World {
  const events: World['events'] = new EventEmitter()
  events.setMaxListeners(0)
  return {
    store,
    options,
    identity: makeIdentity(store.seed),
    lids: makeLidBook(store.seed),
    faults: makeFaultBook(),
    events,
    connections: new Set(),
    online: new Map(),
    frames: { in: 0, out: 0 },
    stanzas: {},
    clientFaults: noClientFaults(),
    holds: new Map(),
    lateAcks: new Map(),
    lookups: { queries: 0, numbers: 0, times: new Map() },
    rejected: 0,
    unregisteredSends: 0,
    resends: new Map(),
    limitSeconds: new Map(),
    qrHints: [],
    mediaHost: '',
    tell: (event) => void events.emit('event', event),
    logError: (where, error) => options.log(`${where}: ${error instanceof Error ? error.message : String(error)}`),
  }
}

export const ANY_PHONE = ''
export const deviceKey = (phone: string, id: number): string => `${phone}:${id}`

/** Linked devices that are online: of one phone, or all. */
export function connectionsOf(world: World, phone: string | undefined): Connection[] {
  return [...world.online.values()].filter(({ device }) => phone === undefined || device?.phone === phone)
}
