// A person writes to a linked account, and a phone tells its own devices that a message was deleted for everyone.
import { randomBytes } from 'node:crypto'
import { type proto, proto as protobuf } from '@whiskeysockets/baileys'
import type { Device } from '../store/devices.ts'
import type { ReplyRow } from '../store/replies.ts'
import type { Connection } from './connection.ts'
import { deliver } from './deliver.ts'
import { bundleOf } from './key-bundles.ts'
import { addressOf, lidJid, make, type Node, pnJid, seconds } from './nodes.ts'
import { encrypt, type Encrypted, forgetSession } from './peer.ts'
import { Refusal } from './refusal.ts'
import type { World } from './world.ts'

const OPT_OUT = new Set(['STOP', 'BERHENTI', 'UNSUB', 'UNSUBSCRIBE', 'JANGAN KIRIM'])
const MAX_RETRIES = 5

export interface Reply {
  from: string
  to: string
  text: string
  /** the writer is known by LID only, as for people whose number is hidden */
  lid: boolean
}

const newId = (): string => `3A${randomBytes(9).toString('hex').toUpperCase()}`
const isOptOut = (text: string): boolean =>
  OPT_OUT.has(
    text
      .trim()
      .replace(/[.!?]+$/, '')
      .toUpperCase(),
  )

const encNode = ({ type, body }: Encrypted, count = 0): Node =>
  make('enc', { v: '2', type, ...(count > 0 ? { count: String(count) } : {}) }, body)

function envelope(world: World, reply: { sender: string; byLid: boolean; id: string }, enc: Node): Node {
  const lid = lidJid(world.lids.lidOf(reply.sender))
  const who: Record<string, string> = reply.byLid ? { from: lid } : { from: pnJid(reply.sender), sender_lid: lid }
  return make('message', { ...who, id: reply.id, t: seconds(), type: 'text', notify: reply.sender }, [enc])
}

export async function reply(world: World, { from, to, text, lid }: Reply): Promise<string> {
  const devices = world.store.devices.of(to)
  if (devices.length === 0) throw new Refusal(404, 'not_linked', 'Nomor tujuan tidak menautkan perangkat apa pun.')
  const message: proto.IMessage = { conversation: text }
  const body = protobuf.Message.encode(message).finish()
  const id = newId()
  world.store.replies.add({
    id,
    sender: from,
    recipient: to,
    text,
    body,
    byLid: lid,
    optOut: isOptOut(text),
    time: Date.now(),
  })
  for (const device of devices) {
    const enc = await encrypt(world.store, from, { phone: to, device: device.id }, message, () =>
      bundleOf(world, device),
    )
    deliver(world, to, device.id, envelope(world, { sender: from, byLid: lid, id }, encNode(enc)), {
      sent: (delivered) => {
        if (delivered) world.store.replies.setDelivered(id, Date.now())
      },
    })
  }
  world.tell({ kind: 'reply', phone: to, from, id })
  return id
}

/** A device could not read a person's message and asks for it again: a new session, the same id. */
export async function resend(world: World, connection: Connection, receipt: Node): Promise<void> {
  const { device } = connection
  const { id, to } = receipt.attrs
  const row = id === undefined ? undefined : world.store.replies.get(id)
  if (!device || !row || !to || world.lids.phoneOf(addressOf(to).user) !== row.sender) return
  const key = `${row.id}|${device.phone}:${device.id}`
  const count = (world.resends.get(key) ?? 0) + 1
  if (count > MAX_RETRIES) return
  world.resends.set(key, count)
  const target = { phone: device.phone, device: device.id }
  forgetSession(world.store, row.sender, target)
  const message = protobuf.Message.decode(row.body)
  const enc = await encrypt(world.store, row.sender, target, message, () => bundleOf(world, freshDevice(world, device)))
  deliver(world, device.phone, device.id, envelope(world, rowSender(row), encNode(enc, count)))
}

const rowSender = (row: ReplyRow) => ({ sender: row.sender, byLid: row.by_lid === 1, id: row.id })
const freshDevice = (world: World, device: Device): Device => world.store.devices.get(device.phone, device.id) ?? device

/** The linked phone deletes one of its messages for everyone; its companions learn it as WhatsApp tells them. */
export async function deleteForEveryone(world: World, phone: string, messageId: string): Promise<void> {
  const row = world.store.messages.sentById(phone, messageId)
  if (!row) throw new Refusal(404, 'no_message', 'Pesan itu tidak pernah dikirim dari nomor ini.')
  if (row.revoked) throw new Refusal(409, 'already_deleted', 'Pesan itu sudah dihapus.')
  world.store.messages.setRevoked(phone, messageId)
  const remoteJid = pnJid(row.recipient)
  const message: proto.IMessage = {
    deviceSentMessage: {
      destinationJid: remoteJid,
      message: { protocolMessage: { type: 0, key: { remoteJid, fromMe: true, id: messageId } } },
    },
  }
  for (const device of world.store.devices.of(phone)) {
    const enc = await encrypt(world.store, phone, { phone, device: device.id }, message, () => bundleOf(world, device))
    const attrs = {
      from: pnJid(phone),
      recipient: remoteJid,
      peer_recipient_lid: lidJid(world.lids.lidOf(row.recipient)),
      id: newId(),
      t: seconds(),
      type: 'text',
      edit: '7',
    }
    deliver(world, phone, device.id, make('message', attrs, [encNode(enc)]))
  }
  world.tell({ kind: 'revoked', phone: row.recipient, from: phone, id: messageId })
}
