// The keys with which the service proves to push services who it is (RFC 8292): private P-256 scalars in the ring VAPID_KEYS.
import { fromBase64Url, toBase64Url } from '../../../contract/ground/base64.ts'
import { type KeyRing, firstKey, ringOf } from '../../../contract/ground/key-rings.ts'

/** DER of a PKCS #8 P-256 key without its public part, up to the 32 bytes of the scalar (RFC 5958, RFC 5915). */
const PKCS8 = '3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420'
const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))

/** base64url: the uncompressed public point, which browsers subscribe to, and the scalar. */
export type VapidPair = { publicKey: string; privateKey: string }
const pairs = new Map<string, Promise<VapidPair>>()
const derive = async (hex: string): Promise<VapidPair> => {
  const key = await crypto.subtle.importKey(
    'pkcs8',
    bytesOf(PKCS8 + hex),
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['sign'],
  )
  const { x = '', y = '', d = '' } = (await crypto.subtle.exportKey('jwk', key)) as JsonWebKey
  return { publicKey: toBase64Url(Uint8Array.from([4, ...fromBase64Url(x), ...fromBase64Url(y)])), privateKey: d }
}
export const vapidPair = (hex: string): Promise<VapidPair> => {
  const known = pairs.get(hex) ?? derive(hex)
  pairs.set(hex, known)
  return known
}

/** null: the deployment has no keys, and no device is pushed to. */
export const vapidRing = (env: { VAPID_KEYS?: string }): KeyRing | null =>
  env.VAPID_KEYS ? ringOf('VAPID_KEYS', env.VAPID_KEYS) : null
/** What a browser subscribes to now, and the key's id; null: there are no keys. */
export const presentKey = async (ring: KeyRing | null): Promise<{ kid: string; publicKey: string } | null> => {
  if (!ring) return null
  const { kid, hex } = firstKey(ring)
  return { kid, publicKey: (await vapidPair(hex)).publicKey }
}
