// Stanzas that a device must get: kept until it acknowledges them, sent now when it is online.
import { encodeBinaryNode } from '@whiskeysockets/baileys'
import type { Connection } from './connection.ts'
import type { Node } from './nodes.ts'
import { deviceKey, type World } from './world.ts'

export interface DeliverOptions {
  /** false: keep it for the next login, as when the line failed at this very moment */
  now?: boolean
  sent?: (delivered: boolean) => void
}

export function deliver(world: World, phone: string, device: number, node: Node, options: DeliverOptions = {}): void {
  // encodeBinaryNode starts with a zero byte, which decoders expect as the compression flag.
  world.store.pending.add(phone, device, node.tag, node.attrs.id ?? '', encodeBinaryNode(node))
  const connection = world.online.get(deviceKey(phone, device))
  if (connection && options.now !== false) connection.send(node, options.sent)
  else options.sent?.(false)
}

/** The client confirmed: an ack names its class, a message is also confirmed by the receipt for it. */
export function acknowledge(world: World, connection: Connection, node: Node): void {
  const { device } = connection
  const { id } = node.attrs
  if (!device || !id) return
  const tag = node.tag === 'receipt' ? 'message' : (node.attrs.class ?? '')
  world.store.pending.acknowledge(device.phone, device.id, tag, id)
}
