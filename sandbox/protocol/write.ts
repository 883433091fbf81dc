// A phone writes to linked devices: encrypted for each, kept until confirmed, encrypted again for one that asks.
import { randomBytes } from 'node:crypto'
import { proto } from '@whiskeysockets/baileys'
import type { Connection } from './connection.ts'
import { deliver } from './deliver.ts'
import { bundleOf } from './key-bundles.ts'
import { addressOf, make, type Node, seconds } from './nodes.ts'
import { encrypt, forgetSession } from './peer.ts'
import type { World } from './world.ts'

const MAX_RESENDS = 5

export interface Letter {
  /** the phone that writes */
  owner: string
  /** the linked phone whose devices get it */
  to: string
  message: proto.IMessage
  /** of the stanza: from and what WhatsApp puts beside it */
  attrs: Record<string, string>
  sent?: (delivered: boolean) => void
}

export const newMessageId = (): string => `3A${randomBytes(9).toString('hex').toUpperCase()}`

export async function writeToDevices(world: World, id: string, letter: Letter): Promise<void> {
  const { owner, to, message, attrs, sent } = letter
  world.store.replies.keepWritten({ id, owner, attrs, body: proto.Message.encode(message).finish() })
  for (const device of world.store.devices.of(to)) {
    const address = { phone: to, device: device.id }
    const enc = await encrypt(world.store, owner, address, message, () => bundleOf(world, device))
    const node = make('message', { ...attrs, id, t: seconds(), type: 'text' }, [
      make('enc', { v: '2', type: enc.type }, enc.body),
    ])
    deliver(world, to, device.id, node, sent ? { sent } : {})
  }
}

/** A retry receipt: the device could not read it; a new session, the same id. */
export async function resend(world: World, connection: Connection, receipt: Node): Promise<void> {
  const { id, to } = receipt.attrs
  const written = id === undefined ? undefined : world.store.replies.getWritten(id)
  const device = connection.device && world.store.devices.get(connection.device.phone, connection.device.id)
  if (!device || !written || world.lids.phoneOf(addressOf(to).user) !== written.owner) return
  const key = `${written.id}|${device.phone}:${device.id}`
  const count = (world.resends.get(key) ?? 0) + 1
  if (count > MAX_RESENDS) return
  world.resends.set(key, count)
  const address = { phone: device.phone, device: device.id }
  forgetSession(world.store, written.owner, address)
  const message = proto.Message.decode(written.body)
  const enc = await encrypt(world.store, written.owner, address, message, () => bundleOf(world, device))
  const node = make('message', { ...written.attrs, id: written.id, t: seconds(), type: 'text' }, [
    make('enc', { v: '2', type: enc.type, count: String(count) }, enc.body),
  ])
  deliver(world, device.phone, device.id, node)
}
