// A linked device sends: decide, decrypt as the recipient's phone would, record, then ack, then receipt.
import { isPnUser, isLidUser } from '@whiskeysockets/baileys'
import type { Device } from '../store/devices.ts'
import type { MessageContent } from '../store/messages.ts'
import type { Connection } from './connection.ts'
import { describeMessage } from './content.ts'
import { deliver } from './deliver.ts'
import { isHolding } from './faults/hold.ts'
import { beginTimelock, limitError } from './limits.ts'
import { addressOf, bytes, child, children, lidJid, make, type Node, pnJid, seconds } from './nodes.ts'
import { decrypt } from './peer.ts'
import { askAgain, tellDelivered } from './receipts.ts'
import type { World } from './world.ts'

type Read = { decrypted: true; content: MessageContent } | { decrypted: false; error: string }

export async function receiveMessage(world: World, connection: Connection, node: Node): Promise<void> {
  const { device } = connection
  const { id, to } = node.attrs
  if (!device || !id || !to) return
  const ack = (error?: string, sent?: (delivered: boolean) => void): void =>
    connection.send(make('ack', { class: 'message', id, from: to, t: seconds(), ...(error ? { error } : {}) }), sent)
  const recipient = world.lids.phoneOf(addressOf(to).user)
  const isPerson = isPnUser(to) || isLidUser(to)
  if (!isPerson || node.attrs.category === 'peer') return ack()
  const error = refuse(world, device.phone, recipient)
  if (error) {
    world.rejected += 1
    return ack(error)
  }
  if (!world.store.contacts.isRegistered(recipient)) {
    // WhatsApp acks a message to an unregistered number, too, and delivers it to nobody.
    world.unregisteredSends += 1
    return ack()
  }
  await accept(world, device, node, recipient, ack)
}

function refuse(world: World, sender: string, recipient: string): string | undefined {
  if (world.faults.strike('ack-error-463', sender)) {
    beginTimelock(world, sender)
    return '463'
  }
  if (world.faults.strike('ack-error-479', sender)) return '479'
  return limitError(world, sender, recipient)
}

async function accept(
  world: World,
  device: Device,
  node: Node,
  recipient: string,
  ack: (error?: string, sent?: (delivered: boolean) => void) => void,
): Promise<void> {
  const id = node.attrs.id ?? ''
  const jid = node.attrs.to ?? ''
  const ackLost = world.faults.strike('ack-lost', device.phone)
  const slow = !ackLost && world.faults.strike('slow', device.phone)
  const unreadable = world.faults.strike('unreadable', device.phone)
  const read: Read = unreadable
    ? { decrypted: false, error: 'unreadable on command' }
    : await readAs(world, recipient, device, node)
  const ackedAtOnce = !ackLost && !slow && !isHolding(world, device.phone)
  const content: MessageContent = read.decrypted ? read.content : { type: 'unreadable', text: '' }
  const { seq, repeat } = world.store.messages.add({
    ...content,
    id,
    sender: device.phone,
    device: device.id,
    recipient,
    jid,
    time: Date.now(),
    decrypted: read.decrypted,
    ...(read.decrypted ? {} : { error: read.error }),
    acked: ackedAtOnce,
  })
  if (content.type === 'revoke') world.store.messages.setRevoked(device.phone, content.text)
  const noteAck = (delivered: boolean): void => {
    if (delivered !== ackedAtOnce) world.store.messages.setAcked(seq, delivered)
  }
  if (slow) setTimeout(() => ack(undefined, noteAck), world.options.slowMs)
  else if (!ackLost) ack(undefined, noteAck)
  const message = { id, jid, recipient, phone: device.phone, device: device.id }
  if (read.decrypted) tellDelivered(world, message, !ackLost)
  else if (unreadable?.asks !== false) askAgain(world, message, !ackLost)
  passOn(world, device, node, recipient)
  world.tell({ kind: 'message', phone: recipient, from: device.phone, id, decrypted: read.decrypted, repeat })
}

/** Opens the part that is meant for the recipient's own phone, with that phone's keys. */
async function readAs(world: World, recipient: string, device: Device, node: Node): Promise<Read> {
  const participants = children(child(node, 'participants'), 'to')
  const part = participants.find(({ attrs }) => {
    const address = addressOf(attrs.jid)
    return address.device === 0 && world.lids.phoneOf(address.user) === recipient
  })
  const enc = child(part, 'enc') ?? (participants.length === 0 ? child(node, 'enc') : undefined)
  if (!enc) return { decrypted: false, error: 'no copy for the phone' }
  try {
    const from = { phone: device.phone, device: device.id }
    const message = await decrypt(world.store, recipient, from, enc.attrs.type ?? '', bytes(enc))
    return { decrypted: true, content: describeMessage(message) }
  } catch (error) {
    return { decrypted: false, error: error instanceof Error ? error.message : 'unreadable' }
  }
}

/** Copies for linked devices, the recipient's and the sender's own others, go on as they are. */
function passOn(world: World, from: Device, node: Node, recipient: string): void {
  for (const part of children(child(node, 'participants'), 'to')) {
    const address = addressOf(part.attrs.jid)
    const phone = world.lids.phoneOf(address.user)
    if (address.device === 0 || !world.store.devices.get(phone, address.device)) continue
    const own = phone === from.phone
    const identity = child(node, 'device-identity')
    deliver(
      world,
      phone,
      address.device,
      make(
        'message',
        {
          from: `${from.phone}:${from.id}@s.whatsapp.net`,
          id: node.attrs.id ?? '',
          t: seconds(),
          type: node.attrs.type ?? 'text',
          notify: from.phone,
          ...(own
            ? { recipient: pnJid(recipient), peer_recipient_lid: lidJid(world.lids.lidOf(recipient)) }
            : { sender_lid: `${world.lids.lidOf(from.phone)}:${from.id}@lid` }),
        },
        [...children(part, 'enc'), ...(identity ? [identity] : [])],
      ),
    )
  }
}
