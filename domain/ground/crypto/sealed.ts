// A short text that only the ring can read, for links: AES-GCM under a key derived for its label.
import { fromBase64Url, toBase64Url } from '../../../contract/ground/base64.ts'
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import { firstKey } from '../../../contract/ground/key-rings.ts'
import { digestOf, hmac } from './crypto.ts'

const IV_BYTES = 12
const keyOf = async (hex: string, label: string): Promise<CryptoKey> => {
  const bytes = digestOf(await hmac(hex, `${label}:key`))
  if (!bytes) throw new RangeError('a key has 64 hex digits')
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** By the ring's first key. The same text gives the same link, which says no more than that it is the same. */
export const seal = async (ring: KeyRing, label: string, text: string): Promise<string> => {
  const { hex } = firstKey(ring)
  const iv = digestOf(await hmac(hex, `${label}:iv:${text}`))?.slice(0, IV_BYTES) ?? new Uint8Array(IV_BYTES)
  const box = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await keyOf(hex, label),
    new TextEncoder().encode(text),
  )
  return toBase64Url(new Uint8Array([...iv, ...new Uint8Array(box)]))
}
/** By any key of the ring; null: none of them made it. */
export const unseal = async (ring: KeyRing, label: string, sealed: string): Promise<string | null> => {
  if (!/^[\w-]{38,400}$/.test(sealed)) return null
  for (const hex of ring.values()) {
    try {
      const bytes = fromBase64Url(sealed)
      const iv = bytes.slice(0, IV_BYTES)
      const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await keyOf(hex, label), bytes.slice(IV_BYTES))
      return new TextDecoder().decode(text)
    } catch {
      // of another key, or of nobody's making
    }
  }
  return null
}
