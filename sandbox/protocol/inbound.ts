// A person writes to a linked account, and a phone tells its own devices that a message was deleted for everyone.
import { proto } from '@whiskeysockets/baileys'
import { lidJid, pnJid } from './nodes.ts'
import { Refusal } from './refusal.ts'
import type { World } from './world.ts'
import { newMessageId, writeToDevices } from './write.ts'

const OPT_OUT = new Set(['STOP', 'BERHENTI', 'UNSUB', 'UNSUBSCRIBE', 'JANGAN KIRIM'])
const REVOKE = proto.Message.ProtocolMessage.Type.REVOKE

export interface Reply {
  from: string
  to: string
  text: string
  /** the writer is known by LID only, as for people whose number is hidden */
  lid: boolean
}

/** For the figures of GET /sandbox/stats only; the product has its own, stricter check. */
const isOptOut = (text: string): boolean =>
  OPT_OUT.has(
    text
      .trim()
      .replace(/[.!?]+$/, '')
      .toUpperCase(),
  )

export async function reply(world: World, { from, to, text, lid }: Reply): Promise<string> {
  if (world.store.devices.of(to).length === 0) {
    throw new Refusal(404, 'not_linked', 'Nomor tujuan tidak menautkan perangkat apa pun.')
  }
  const id = newMessageId()
  world.store.replies.add({
    id,
    sender: from,
    recipient: to,
    text,
    byLid: lid,
    optOut: isOptOut(text),
    time: Date.now(),
  })
  const address = lidJid(world.lids.lidOf(from))
  await writeToDevices(world, id, {
    owner: from,
    to,
    message: { conversation: text },
    attrs: lid
      ? { from: address, notify: 'Penerima' }
      : { from: pnJid(from), sender_lid: address, notify: world.store.phones.get(from).name || from },
    sent: (delivered) => {
      if (delivered) world.store.replies.setDelivered(id, Date.now())
    },
  })
  world.tell({ kind: 'reply', phone: to, from, id })
  return id
}

/** The linked phone deletes one of its messages for everyone; its companions learn it as WhatsApp tells them. */
export async function deleteForEveryone(world: World, phone: string, messageId: string): Promise<void> {
  const row = world.store.messages.sentById(phone, messageId)
  if (!row) throw new Refusal(404, 'no_message', 'Pesan itu tidak pernah dikirim dari nomor ini.')
  if (row.revoked) throw new Refusal(409, 'already_deleted', 'Pesan itu sudah dihapus.')
  world.store.messages.setRevoked(phone, messageId)
  const remoteJid = pnJid(row.recipient)
  const revoke = { protocolMessage: { type: REVOKE, key: { remoteJid, fromMe: true, id: messageId } } }
  await writeToDevices(world, newMessageId(), {
    owner: phone,
    to: phone,
    message: { deviceSentMessage: { destinationJid: remoteJid, message: revoke } },
    attrs: {
      from: pnJid(phone),
      recipient: remoteJid,
      peer_recipient_lid: lidJid(world.lids.lidOf(row.recipient)),
      edit: '7',
    },
  })
  world.tell({ kind: 'revoked', phone: row.recipient, from: phone, id: messageId })
}
