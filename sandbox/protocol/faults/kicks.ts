// Faults that end or break a connection: at once, at the login, or shortly after it.
import type { Connection } from '../connection.ts'
import { make, type Node } from '../nodes.ts'
import { connectionsOf, deviceKey, type World } from '../world.ts'
import { type FaultKind, KICKS } from './kinds.ts'

export type Kick = (typeof KICKS)[number]
export const isKick = (kind: FaultKind): kind is Kick => (KICKS as readonly FaultKind[]).includes(kind)
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

/** Strikes all who are online now; what is left of `times` strikes at the next logins. */
export function commandKick(world: World, kind: Kick, phone: string | undefined, times: number): void {
  const targets = connectionsOf(world, phone)
  if (kind === 'banned' && phone !== undefined) world.store.phones.setBanned(phone, true)
  if (kind === 'logged-out' && phone !== undefined) {
    for (const { id } of world.store.devices.of(phone)) unlink(world, phone, id)
    return
  }
  for (const connection of targets) kick(world, connection, kind)
  const left = times - (targets.length > 0 ? 1 : 0)
  if (left > 0 && kind !== 'banned') world.faults.arm({ kind }, phone, left)
}

/** Applies faults that hit a login; true: the client was refused. */
export function strikeBeforeLogin(world: World, connection: Connection, phone: string): boolean {
  if (!world.faults.strike('unavailable', phone)) return false
  connection.end(streamError({ code: '503' }))
  return true
}

export function strikeAtLogin(world: World, connection: Connection, phone: string): void {
  const kind = KICKS.find((one) => world.faults.strike(one, phone))
  if (kind) setTimeout(() => kick(world, connection, kind), KICK_AFTER_LOGIN_MS)
}
