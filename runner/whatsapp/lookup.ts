// Asks WhatsApp which numbers it knows. Sending to an unknown one would "succeed" (whatsapp-wire.md, trap 3).
import type { WASocket } from '@whiskeysockets/baileys'

/** @throws Error when WhatsApp did not answer */
export const lookUp = async (sock: WASocket, numbers: readonly string[]): Promise<Set<string>> => {
  const answer = await sock.onWhatsApp(...numbers)
  if (!answer) throw new Error('WhatsApp did not answer the look-up')
  // those that do not exist are left out, or marked
  return new Set(answer.filter((one) => one.exists).map((one) => one.jid.split(/[:@]/, 1)[0] ?? ''))
}
