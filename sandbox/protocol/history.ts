// A phone first sends a new companion its history (here an empty one). Baileys holds all events back for 20 s until it arrives,
// so it is sent at each login until the companion confirms it.
import { deflateSync } from 'node:zlib'
import { proto } from '@whiskeysockets/baileys'
import type { Connection } from './connection.ts'
import { bundleOf } from './key-bundles.ts'
import { children, make, type Node, pnJid, seconds, stanzaId } from './nodes.ts'
import { encrypt } from './peer.ts'
import type { World } from './world.ts'

const { INITIAL_BOOTSTRAP } = proto.Message.HistorySyncType
const PROTOCOL_HISTORY = proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION

export async function sendHistory(world: World, connection: Connection): Promise<void> {
  const { device } = connection
  if (!device || world.store.devices.isSynced(device.phone, device.id)) return
  const history = proto.HistorySync.encode({
    syncType: proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP,
    conversations: [],
    progress: 100,
    chunkOrder: 0,
  }).finish()
  const message: proto.IMessage = {
    protocolMessage: {
      type: PROTOCOL_HISTORY,
      historySyncNotification: {
        syncType: INITIAL_BOOTSTRAP,
        progress: 100,
        chunkOrder: 0,
        initialHistBootstrapInlinePayload: deflateSync(history),
      },
    },
  }
  const { phone, id } = device
  const enc = await encrypt(world.store, phone, { phone, device: id }, message, () => bundleOf(world, device))
  const attrs = { from: pnJid(phone), id: stanzaId('history'), t: seconds(), type: 'text', category: 'peer' }
  connection.send(make('message', attrs, [make('enc', { v: '2', type: enc.type }, enc.body)]))
}

/** App state collections, all empty: names and versions come back as they were asked. */
export function answerAppState(sync: Node | undefined): Node[] {
  const collections = children(sync, 'collection').map(({ attrs }) =>
    make('collection', { name: attrs.name ?? '', version: attrs.version ?? '0', has_more_patches: 'false' }),
  )
  return [make('sync', {}, collections)]
}
