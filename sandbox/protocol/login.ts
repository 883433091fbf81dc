// Logins: a new client is offered pairing; a linked device is accepted and gets the stanzas it missed.
import { decodeBinaryNode } from '@whiskeysockets/baileys'
import type { Device } from '../store/devices.ts'
import type { Connection } from './connection.ts'
import { sendLate } from './faults/hold.ts'
import { strikeAtLogin, strikeBeforeLogin } from './faults/kicks.ts'
import type { ClientFinish } from './noise.ts'
import { make, SERVER } from './nodes.ts'
import { offerPairing } from './pairing.ts'
import { successNode } from './success.ts'
import { deviceKey, type World } from './world.ts'

const failure = (reason: number) => make('failure', { reason: String(reason), location: 'sandbox' })

export function enter(world: World, connection: Connection, { staticKey, payload }: ClientFinish): void {
  if (payload.devicePairingData) {
    offerPairing(world, connection, payload.devicePairingData, staticKey)
    return
  }
  const phone = String(payload.username)
  const device = world.store.devices.get(phone, Number(payload.device))
  if (world.store.phones.get(phone).banned) return connection.end(failure(403))
  if (!device || !staticKey.equals(Buffer.from(device.noise))) return connection.end(failure(401))
  if (strikeBeforeLogin(world, connection, phone)) return
  void welcome(world, connection, device).catch((error: unknown) => world.logError('login', error))
}

async function welcome(world: World, connection: Connection, device: Device): Promise<void> {
  const { phone, id } = device
  const key = deviceKey(phone, id)
  world.online.get(key)?.end(make('stream:error', {}, [make('conflict', { type: 'replaced' })]))
  connection.device = device
  world.online.set(key, connection)
  connection.send(successNode(world, phone, id))
  const missed = world.store.pending.of(phone, id)
  for (const stanza of missed) {
    const node = await decodeBinaryNode(Buffer.concat([stanza.node]))
    connection.send({ ...node, attrs: { ...node.attrs, offline: '1' } }, (sent) => {
      if (sent && stanza.tag === 'message') world.store.replies.setDelivered(stanza.id, Date.now())
    })
  }
  connection.send(make('ib', { from: SERVER }, [make('offline', { count: String(missed.length) })]))
  sendLate(world, connection)
  world.tell({ kind: 'online', phone, deviceId: id })
  strikeAtLogin(world, connection, phone)
}

export function leave(world: World, connection: Connection): void {
  world.connections.delete(connection)
  const { device } = connection
  if (!device) return
  const key = deviceKey(device.phone, device.id)
  if (world.online.get(key) !== connection) return
  world.online.delete(key)
  world.tell({ kind: 'offline', phone: device.phone, deviceId: device.id })
}
