// Faults on command: what WhatsApp does to a connection, to a message, to a number, and how to undo it.
import type { Connection } from './connection.ts'
import { announceCap } from './limits.ts'
import type { FaultKind } from './fault-book.ts'
import { make, type Node } from './nodes.ts'
import { connectionsOf, deviceKey, type World } from './world.ts'

type Kick = 'conflict' | 'logged-out' | 'banned' | 'restart' | 'unavailable' | 'mismatch' | 'drop' | 'half-open'
const KICKS: readonly Kick[] = [
  'conflict',
  'logged-out',
  'banned',
  'restart',
  'unavailable',
  'mismatch',
  'drop',
  'half-open',
]
const isKick = (kind: FaultKind): kind is Kick => (KICKS as readonly FaultKind[]).includes(kind)
const KICK_AFTER_LOGIN_MS = 150

const streamError = (attrs: Record<string, string>, content?: Node[]) => make('stream:error', attrs, content)

function kick(world: World, connection: Connection, kind: Kick): void {
  const device = connection.device
  if (!device) return
  switch (kind) {
    case 'conflict':
      return connection.end(streamError({}, [make('conflict', { type: 'replaced' })]))
    case 'logged-out':
      return unlink(world, device.phone, device.id)
    case 'banned':
      world.store.phones.setBanned(device.phone, true)
      return connection.end(make('failure', { reason: '403', location: 'sandbox' }))
    case 'restart':
      return connection.end(streamError({ code: '515' }))
    case 'unavailable':
      return connection.end(streamError({ code: '503' }))
    case 'mismatch':
      return connection.end(streamError({ code: '500' }))
    case 'drop':
      connection.ws.terminate()
      return
    case 'half-open':
      connection.silent = true
      connection.ws.pause()
  }
}

/** The device is removed, as when the person taps "log out" on the phone. */
export function unlink(world: World, phone: string, id: number): void {
  const connection = world.online.get(deviceKey(phone, id))
  world.store.devices.remove(phone, id)
  connection?.end(streamError({ code: '401' }, [make('conflict', { type: 'device_removed' })]))
  world.tell({ kind: 'unlinked', phone, deviceId: id })
}

export function command(world: World, kind: FaultKind, phone: string | undefined, times: number | undefined): void {
  if (kind === 'clear') return clear(world, phone)
  if (isKick(kind)) return commandKick(world, kind, phone, times ?? 1)
  if (kind === 'chat-cap') {
    const connections = phone === undefined ? [...world.online.values()] : connectionsOf(world, phone)
    const phones = new Set(phone === undefined ? connections.map(({ device }) => device?.phone ?? '') : [phone])
    for (const one of phones) world.store.phones.setCapped(one, true)
    for (const connection of connections) announceCap(world, connection, true)
    return
  }
  world.faults.arm(kind, phone, times ?? (kind === 'slow' || kind === 'slow-lookup' ? Number.POSITIVE_INFINITY : 1))
}

function commandKick(world: World, kind: Kick, phone: string | undefined, times: number): void {
  const targets = phone === undefined ? [...world.online.values()] : connectionsOf(world, phone)
  if (kind === 'banned' && phone !== undefined) world.store.phones.setBanned(phone, true)
  if (kind === 'logged-out' && phone !== undefined) {
    for (const { id } of world.store.devices.of(phone)) unlink(world, phone, id)
    return
  }
  for (const connection of targets) kick(world, connection, kind)
  const left = times - (targets.length > 0 ? 1 : 0)
  if (left > 0 && kind !== 'banned') world.faults.arm(kind, phone, left)
}

function clear(world: World, phone: string | undefined): void {
  world.faults.clear(phone)
  if (phone === undefined) return
  const { banned, capped, restrictedUntil } = world.store.phones.get(phone)
  if (banned) world.store.phones.setBanned(phone, false)
  if (restrictedUntil > 0) world.store.phones.setRestrictedUntil(phone, 0)
  if (capped) {
    world.store.phones.setCapped(phone, false)
    for (const connection of connectionsOf(world, phone)) announceCap(world, connection, false)
  }
}

/** Some faults meet the client at the door; true when it was sent away. */
export function strikeBeforeLogin(world: World, connection: Connection, phone: string): boolean {
  if (!world.faults.strike('unavailable', phone)) return false
  connection.end(streamError({ code: '503' }))
  return true
}

export function strikeAtLogin(world: World, connection: Connection, phone: string): void {
  const kind = KICKS.find((one) => world.faults.strike(one, phone))
  if (kind) setTimeout(() => kick(world, connection, kind), KICK_AFTER_LOGIN_MS)
}
