// Reads raw receipts: updates within a tenth of a second never become a `messages.update` (docs/whatsapp-wire.md, trap 2).
import type { BinaryNode } from '@whiskeysockets/baileys'
import { jidDecode } from '@whiskeysockets/baileys'

export type Receipt = { messageId: string; type: 'delivered' | 'read'; at: number }

const KINDS: Record<string, Receipt['type']> = {
  '': 'delivered',
  delivery: 'delivered',
  inactive: 'delivered',
  read: 'read',
  played: 'read',
}

/** @param own number and lid of the account: its own devices' receipts prove nothing about the recipient */
export const readReceipt = (node: BinaryNode, own: readonly (string | null)[], now: number): Receipt[] => {
  const { id, from, type, t, recipient } = node.attrs
  const kind = KINDS[type ?? '']
  const sender = jidDecode(from)
  if (!kind || !id || !sender || recipient) return []
  if (sender.server !== 's.whatsapp.net' && sender.server !== 'lid') return []
  if (own.includes(sender.user)) return []
  const ids = [id]
  for (const list of Array.isArray(node.content) ? node.content : []) {
    if (list.tag !== 'list' || !Array.isArray(list.content)) continue
    for (const item of list.content) if (item.tag === 'item' && item.attrs.id) ids.push(item.attrs.id)
  }
  const at = Number(t) > 0 ? Number(t) * 1000 : now
  return ids.map((messageId) => ({ messageId, type: kind, at }))
}
