// A query that WhatsApp refuses, or never answers. Nothing of what it asked for happens.
import type { Connection } from '../connection.ts'
import { refuseQuery } from '../iq-error.ts'
import { addressOf, firstChild, type Node } from '../nodes.ts'
import type { World } from '../world.ts'
import { kindsOfQuery } from './query-kinds.ts'

/** A client that is not linked yet belongs to the number it wants to link, once it says so. */
function askerOf(connection: Connection, iq: Node): string {
  const stage = firstChild(iq)
  if (stage?.attrs.stage === 'companion_hello') return addressOf(stage.attrs.jid).user
  return connection.device?.phone ?? connection.link?.phone ?? ''
}

/** true: the query has its answer, or will never have one */
export function strikeQuery(world: World, connection: Connection, iq: Node): boolean {
  const kinds = kindsOfQuery(iq)
  const fault = world.faults.strike('query-error', askerOf(connection, iq), ({ query }) => kinds.has(query))
  if (!fault) return false
  if (fault.code !== 'silence') refuseQuery(connection, iq, fault.code, fault.backoff)
  return true
}
