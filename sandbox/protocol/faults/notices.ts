// Notices that WhatsApp sends unasked: a second `success`, few one-time keys left; and the form of its own address in them.
import type { Connection } from '../connection.ts'
import { make, type Node, PHONE_SERVER, SERVER, seconds, stanzaId } from '../nodes.ts'
import { successNode } from '../success.ts'
import { connectionsOf, type World } from '../world.ts'
import type { FaultOf } from './kinds.ts'

export function sendSuccessAgain(world: World, phone: string | undefined, times: number): void {
  for (const connection of connectionsOf(world, phone)) {
    if (!connection.device) continue
    const node = successNode(world, connection.device.phone, connection.device.id)
    for (let sent = 0; sent < times; sent++) connection.send(node)
  }
}

export const preKeysLow = (count: number, from = SERVER): Node =>
  make('notification', { from, id: stanzaId('keys'), type: 'encrypt', t: seconds() }, [
    make('count', { value: String(count) }),
  ])

export function sendPreKeysLow(world: World, { count, form }: FaultOf<'prekeys-low'>, phone: string | undefined): void {
  const from = form === 'jid' ? SERVER : PHONE_SERVER
  for (const connection of connectionsOf(world, phone)) connection.send(preKeysLow(count, from))
}

const isNotice = ({ tag, attrs }: Node): boolean =>
  tag === 'notification' || tag === 'ib' || (tag === 'iq' && attrs.type === 'set')

/** The notice as it leaves: under `bare-server` WhatsApp's name stands there without the @. */
export function asNamed(world: World, connection: Connection, node: Node): Node {
  if (node.attrs.from !== SERVER || !isNotice(node)) return node
  if (!world.faults.strike('bare-server', connection.device?.phone ?? '')) return node
  return { ...node, attrs: { ...node.attrs, from: PHONE_SERVER } }
}
