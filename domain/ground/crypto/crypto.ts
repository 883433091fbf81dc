// Hex, SHA-256 and HMAC-SHA256. Imported keys are cached by secret.
const text = new TextEncoder()

/** A table, because every signed-in call hashes its token. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
export const hex = (bytes: ArrayBuffer | Uint8Array): string => {
  let digits = ''
  for (const byte of bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)) digits += HEX[byte] ?? ''
  return digits
}
/** The 32 bytes of 64 hex digits; null for anything else. */
export const digestOf = (digits: string): Uint8Array<ArrayBuffer> | null =>
  /^[0-9a-f]{64}$/.test(digits) ? Uint8Array.from(digits.match(/../g) ?? [], (b) => Number.parseInt(b, 16)) : null
/** @throws RangeError where it is no 64 hex digits */
export const keyBytes = (digits: string): Uint8Array<ArrayBuffer> => {
  const bytes = digestOf(digits)
  if (!bytes) throw new RangeError('a key has 64 hex digits')
  return bytes
}

export const sha256 = async (message: string): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', text.encode(message)))

const keys = new Map<string, Promise<CryptoKey>>()
const imported = (secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
/** A text, whose key is kept, or the bytes of a key that is made for one call. */
type Secret = string | Uint8Array<ArrayBuffer>
const keyOf = (secret: Secret): Promise<CryptoKey> => {
  if (typeof secret !== 'string') return imported(secret)
  const known = keys.get(secret)
  if (known) return known
  const made = imported(new Uint8Array(text.encode(secret)))
  keys.set(secret, made)
  return made
}
/** Hex. */
export const hmac = async (secret: Secret, message: string): Promise<string> =>
  hex(await crypto.subtle.sign('HMAC', await keyOf(secret), text.encode(message)))
/** Compares in constant time; false also for text that is no signature. */
export const isHmac = async (secret: Secret, message: string, signature: string): Promise<boolean> => {
  const bytes = digestOf(signature)
  return bytes !== null && crypto.subtle.verify('HMAC', await keyOf(secret), bytes, text.encode(message))
}
