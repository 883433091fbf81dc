// Another WhatsApp server instead of the sandbox, by environment variables: WHATSAPP_URL, and optionally
// WHATSAPP_ROOT_KEY and WHATSAPP_MEDIA_CA. The sandbox then serves mail and the bot check only.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

export type ForeignWhatsapp = {
  url: string
  /** hex; null: its certificate chain is not checked */
  rootKey: string | null
  /** a PEM file with the authority of its media host; null: the system trusts the host already */
  mediaCaFile: string | null
}

const ROOT_KEY = /^[0-9a-f]{64}$/i

/** null: none of the variables is set. @throws Error with one line that names the wrong variable */
export const foreignWhatsapp = (source: Record<string, string | undefined>): ForeignWhatsapp | null => {
  const given = (name: string): string | null => source[name]?.trim() || null
  const url = given('WHATSAPP_URL')
  const rootKey = given('WHATSAPP_ROOT_KEY')
  const mediaCa = given('WHATSAPP_MEDIA_CA')
  if (url === null) {
    // Without the address the run would use the sandbox unnoticed, and anyone who set these would measure the wrong server.
    const alone = [rootKey && 'WHATSAPP_ROOT_KEY', mediaCa && 'WHATSAPP_MEDIA_CA'].find(Boolean)
    if (alone) throw new Error(`${alone}: goes with WHATSAPP_URL only.`)
    return null
  }
  const address = URL.parse(url)
  if (address === null || !['ws:', 'wss:'].includes(address.protocol))
    throw new Error('WHATSAPP_URL: must be a ws(s) address.')
  if (rootKey !== null && !ROOT_KEY.test(rootKey)) throw new Error('WHATSAPP_ROOT_KEY: must be 64 hex digits.')
  const mediaCaFile = mediaCa === null ? null : resolve(mediaCa)
  if (mediaCaFile !== null && !existsSync(mediaCaFile))
    throw new Error(`WHATSAPP_MEDIA_CA: there is no file ${mediaCaFile}.`)
  return { url, rootKey, mediaCaFile }
}
