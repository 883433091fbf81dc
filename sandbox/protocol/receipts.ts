// Receipts: delivered from a phone that could decrypt, retry from one that could not, read when the person opens the chat.
import { deliver } from './deliver.ts'
import { registrationNode, retryKeys } from './key-bundles.ts'
import { make, type Node, seconds } from './nodes.ts'
import { Refusal } from './refusal.ts'
import type { World } from './world.ts'

export interface SentMessage {
  id: string
  /** the address the sender wrote to: receipts come from it */
  jid: string
  recipient: string
  phone: string
  device: number
}

const MAX_RETRIES = 3

function receipt(message: SentMessage, attrs: Record<string, string> = {}, content?: Node[]): Node {
  return make('receipt', { id: message.id, from: message.jid, t: seconds(), ...attrs }, content)
}

export function tellDelivered(world: World, message: SentMessage, now: boolean): void {
  deliver(world, message.phone, message.device, receipt(message), { now })
  world.tell({ kind: 'receipt', phone: message.phone, id: message.id, type: 'delivered' })
}

/** A retry receipt: the sender fetches new keys and sends the same id once more. */
export function askAgain(world: World, message: SentMessage, now: boolean): void {
  const count = world.store.retries.ask(message.recipient, message.id)
  if (count <= MAX_RETRIES) sendRetry(world, message, count, now)
}

/** The recipient lost a message, and asks for it however long ago it was; the record is readable once it came again. */
export function askAgainLater(world: World, sender: string | undefined, messageId: string | undefined): void {
  const { store } = world
  const row = messageId === undefined ? store.messages.newest(sender) : store.messages.byId(messageId, sender)
  if (!row) throw new Refusal(404, 'no_message', 'Pesan itu tidak pernah dikirim dari nomor ini.')
  if (!store.devices.get(row.sender, row.device)) {
    throw new Refusal(404, 'no_device', 'Perangkat yang mengirimnya tidak tertaut lagi.')
  }
  store.messages.setLost(row.recipient, row.id)
  const message = { id: row.id, jid: row.jid, recipient: row.recipient, phone: row.sender, device: row.device }
  sendRetry(world, message, store.retries.ask(row.recipient, row.id), true)
}

function sendRetry(world: World, message: SentMessage, count: number, now: boolean): void {
  const node = receipt(message, { type: 'retry' }, [
    make('retry', { count: String(count), id: message.id, t: seconds(), v: '1', error: '0' }),
    registrationNode(world, message.recipient),
    ...(count > 1 ? [retryKeys(world, message.recipient)] : []),
  ])
  deliver(world, message.phone, message.device, node, { now })
  world.tell({ kind: 'receipt', phone: message.phone, id: message.id, type: 'retry' })
}

/** The person opens the chats, or the one with `from`: what was unread is read now. Returns how many that were. */
export function readAll(world: World, phone: string, from?: string): number {
  const unread = world.store.messages.unreadBy(phone).filter(({ sender }) => from === undefined || sender === from)
  for (const row of unread) {
    world.store.messages.setRead(phone, row.id)
    if (!world.store.devices.get(row.sender, row.device)) continue
    const message = { id: row.id, jid: row.jid, recipient: phone, phone: row.sender, device: row.device }
    deliver(world, row.sender, row.device, receipt(message, { type: 'read' }))
    world.tell({ kind: 'receipt', phone: row.sender, id: row.id, type: 'read' })
  }
  return unread.length
}
