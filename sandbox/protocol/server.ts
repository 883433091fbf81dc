// WhatsApp's side of the websocket: connections come in, stanzas go to the flow that knows them.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { Connection } from './connection.ts'
import { acknowledge } from './deliver.ts'
import { resend } from './write.ts'
import { enter, leave } from './login.ts'
import { receiveMessage } from './messages.ts'
import { firstChild, make, type Node, PHONE_SERVER } from './nodes.ts'
import { abandonPairing } from './pairing.ts'
import { answerQuery } from './queries.ts'
import { Refusal } from './refusal.ts'
import type { World } from './world.ts'

const MAX_PAYLOAD_BYTES = 8 * 1024 * 1024

function countStanza(world: World, node: Node): void {
  const kind =
    node.tag === 'iq'
      ? `iq:${node.attrs.xmlns ?? node.attrs.type ?? ''}/${firstChild(node)?.tag ?? ''}`
      : node.tag === 'ack'
        ? `ack:${node.attrs.class ?? ''}`
        : node.tag
  world.stanzas[kind] = (world.stanzas[kind] ?? 0) + 1
}

async function handle(world: World, connection: Connection, node: Node): Promise<void> {
  countStanza(world, node)
  if (node.attrs.to === PHONE_SERVER) world.clientFaults.bareServerAddress += 1
  switch (node.tag) {
    case 'iq':
      return answerQuery(world, connection, node)
    case 'message':
      return receiveMessage(world, connection, node)
    case 'presence':
      if (node.attrs.type === undefined) world.clientFaults.presenceWithoutType += 1
      return
    case 'ack':
      return acknowledge(world, connection, node)
    case 'receipt': {
      const { id, to, type } = node.attrs
      acknowledge(world, connection, node)
      connection.send(make('ack', { class: 'receipt', id: id ?? '', from: to ?? '', ...(type ? { type } : {}) }))
      if (type === 'hist_sync' && connection.device) {
        world.store.devices.setSynced(connection.device.phone, connection.device.id)
      }
      if (type === 'retry') await resend(world, connection, node)
    }
  }
}

export interface SocketDoor {
  accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  close: () => void
}

export function openSocketDoor(world: World): SocketDoor {
  const door = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_PAYLOAD_BYTES })
  const handlers = {
    onFinish: (connection: Connection, finish: Parameters<typeof enter>[2]) => enter(world, connection, finish),
    onStanza: (connection: Connection, node: Node) => handle(world, connection, node),
    onClose: (connection: Connection) => {
      abandonPairing(connection)
      connection.link?.typed?.fail(new Refusal(502, 'closed', 'Perangkat memutus sambungan saat ditautkan.'))
      leave(world, connection)
    },
  }
  return {
    accept: (request, socket, head) =>
      door.handleUpgrade(request, socket, head, (ws) => {
        world.connections.add(new Connection(world, ws, handlers))
      }),
    close: () => {
      for (const { ws } of world.connections) ws.terminate()
      door.close()
    },
  }
}
