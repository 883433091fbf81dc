// The keys that sign checkpoints and receipts: Ed25519 seeds in the ring RECORD_KEYS. The first signs; the public halves of all are told.
import { fromBase64Url } from '../../../contract/ground/base64.ts'
import { type KeyRing, ringOf } from '../../../contract/ground/key-rings.ts'

/** DER of a PKCS #8 Ed25519 key, up to the 32 bytes of the seed (RFC 8410). */
const PKCS8 = '302e020100300506032b657004220420'

/** kid: by which receipts name it: its name in the ring, and the beginning of its hash, because a ring that was lost begins with the same name again. */
export type RecordKey = { kid: string; privateKey: CryptoKey; publicKey: Uint8Array<ArrayBuffer> }
const keys = new Map<string, Promise<RecordKey>>()
const derive = async (kid: string, hex: string): Promise<RecordKey> => {
  const privateKey = await crypto.subtle.importKey(
    'pkcs8',
    Buffer.from(PKCS8 + hex, 'hex'),
    { name: 'Ed25519' },
    true,
    ['sign'],
  )
  const { x = '' } = (await crypto.subtle.exportKey('jwk', privateKey)) as JsonWebKey
  const publicKey = fromBase64Url(x)
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', publicKey)).toString('hex')
  return { kid: `${kid}-${hash.slice(0, 8)}`, privateKey, publicKey }
}
/** In the order of the ring; none: the deployment has no ring, and signs nothing. */
export const recordKeys = (env: { RECORD_KEYS?: string }): Promise<RecordKey[]> => {
  const ring: KeyRing = env.RECORD_KEYS ? ringOf('RECORD_KEYS', env.RECORD_KEYS) : new Map()
  return Promise.all(
    [...ring].map(([kid, hex]) => {
      const known = keys.get(`${kid}:${hex}`) ?? derive(kid, hex)
      keys.set(`${kid}:${hex}`, known)
      return known
    }),
  )
}
