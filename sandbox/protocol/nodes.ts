// Small words for stanzas: reading children and bytes, building nodes.
import { type BinaryNode, getBinaryNodeChild, getBinaryNodeChildren, jidDecode } from '@whiskeysockets/baileys'

export type Node = BinaryNode
export const PHONE_SERVER = 's.whatsapp.net'
/** WhatsApp itself, as it is on the wire: an address without a user. Baileys compares with exactly this. */
export const SERVER = `@${PHONE_SERVER}`

export const child = (node: Node | undefined, tag: string): Node | undefined => getBinaryNodeChild(node, tag)
export const children = (node: Node | undefined, tag: string): Node[] => getBinaryNodeChildren(node, tag)
export const firstChild = (node: Node): Node | undefined => (Array.isArray(node.content) ? node.content[0] : undefined)

export function bytes(node: Node | undefined): Buffer {
  const content = node?.content
  if (content instanceof Uint8Array) return Buffer.from(content)
  if (typeof content === 'string') return Buffer.from(content)
  throw new Error(`no bytes in <${node?.tag ?? 'missing'}>`)
}

export const make = (tag: string, attrs: Record<string, string> = {}, content?: Node['content']): Node => ({
  tag,
  attrs,
  ...(content === undefined ? {} : { content }),
})

export const pnJid = (phone: string): string => `${phone}@${PHONE_SERVER}`
export const lidJid = (lid: string): string => `${lid}@lid`
export const seconds = (): string => String(Math.floor(Date.now() / 1000))

export function addressOf(jid: string | undefined): { user: string; device: number; server: string } {
  const decoded = jidDecode(jid)
  if (!decoded) throw new Error(`not an address: ${jid ?? ''}`)
  return { user: decoded.user, device: decoded.device ?? 0, server: decoded.server }
}

let counter = 0
/** Ids of the server's own stanzas; unique over restarts, so that a kept stanza never meets a new one's ack. */
export const stanzaId = (kind: string): string => `${kind}-${Date.now().toString(36)}-${(counter++).toString(36)}`
