// Asks WhatsApp which numbers it knows. Sending to an unknown one would "succeed" (whatsapp-wire.md, trap 3).
import type { WASocket } from '@whiskeysockets/baileys'

/** WhatsApp's own error code in what Baileys throws; null: it has none. */
export const errorCodeOf = (error: unknown): number | null => {
  const code = error instanceof Error && 'data' in error ? Number(error.data) : Number.NaN
  return Number.isInteger(code) ? code : null
}

/** @throws Error when WhatsApp did not answer, or answered with an error */
export const lookUp = async (sock: WASocket, numbers: readonly string[]): Promise<Set<string>> => {
  const answer = await sock.onWhatsApp(...numbers)
  if (!answer) throw new Error('WhatsApp did not answer the look-up')
  // those that do not exist are left out, or marked
  const found = answer.filter((one) => one.exists).map((one) => one.jid.split(/[:@]/, 1)[0] ?? '')
  // the one that was asked about may be known under another name
  return new Set(numbers.length === 1 && found.length > 0 ? numbers : found)
}
