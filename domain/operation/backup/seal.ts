// One part of a backup: compressed, then encrypted for a key pair of which the Worker has the public half alone (rule backup). Each part
// has a key of its own, agreed with a key pair that is forgotten at once: nobody reads a backup by the Worker's secrets.
import { fromBase64, toBase64 } from '../../../contract/ground/base64.ts'

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
/** Of an uncompressed point of that curve. */
const POINT_BYTES = 65
const IV_BYTES = 12
const LABEL = new TextEncoder().encode('wa-blaster backup part')

type Bytes = Uint8Array<ArrayBuffer>
/** @throws DOMException or TypeError when it is no key of this kind */
export const publicKeyOf = (spki: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('spki', fromBase64(spki), CURVE, true, [])
const privateKeyOf = (pkcs8: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', fromBase64(pkcs8), CURVE, false, ['deriveBits'])

/** The 32 bytes that both halves come to. @param point the forgotten pair's public half, which the part begins with */
const agree = async (privateKey: CryptoKey, publicKey: CryptoKey, point: Bytes): Promise<Bytes> => {
  // the Workers' types call it $public, the runtime calls it public
  const algorithm = { name: CURVE.name, public: publicKey } as unknown as Parameters<typeof crypto.subtle.deriveBits>[0]
  const shared = await crypto.subtle.deriveBits(algorithm, privateKey, 256)
  const base = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveBits'])
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: point, info: LABEL }
  return new Uint8Array(await crypto.subtle.deriveBits(hkdf, base, 256))
}
const aesKey = (key: Bytes, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', key, 'AES-GCM', false, [use])
/** The part's name is authenticated: no part can stand in for another. */
const aes = (iv: Bytes, name: string) => ({ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(name) })

const through = async (bytes: Bytes, stream: CompressionStream | DecompressionStream): Promise<Bytes> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())

export const sealPart = async (publicKey: CryptoKey, name: string, text: string): Promise<Bytes> => {
  const pair = (await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])) as CryptoKeyPair
  const point = new Uint8Array((await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer)
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const key = await aesKey(await agree(pair.privateKey, publicKey, point), 'encrypt')
  const packed = await through(new Uint8Array(new TextEncoder().encode(text)), new CompressionStream('gzip'))
  const sealed = new Uint8Array(await crypto.subtle.encrypt(aes(iv, name), key, packed))
  const part = new Uint8Array(POINT_BYTES + IV_BYTES + sealed.length)
  part.set(point)
  part.set(iv, POINT_BYTES)
  part.set(sealed, POINT_BYTES + IV_BYTES)
  return part
}
/** The key of one part, base64: opens that part and no other. */
export const keyOfPart = async (pkcs8: string, part: Bytes): Promise<string> => {
  const point = part.slice(0, POINT_BYTES)
  const pair = crypto.subtle.importKey('raw', point, CURVE, false, [])
  return toBase64(await agree(await privateKeyOf(pkcs8), await pair, point))
}
/** @throws DOMException when the key, the name or a byte is not the one that it was sealed with */
export const openPart = async (key: string, name: string, part: Bytes): Promise<string> => {
  const iv = part.slice(POINT_BYTES, POINT_BYTES + IV_BYTES)
  const sealed = part.slice(POINT_BYTES + IV_BYTES)
  const packed = await crypto.subtle.decrypt(aes(iv, name), await aesKey(fromBase64(key), 'decrypt'), sealed)
  return new TextDecoder().decode(await through(new Uint8Array(packed), new DecompressionStream('gzip')))
}
export const sha256 = async (bytes: Bytes): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)), (b) => b.toString(16).padStart(2, '0')).join(
    '',
  )
