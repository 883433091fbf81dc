// What a browser does with a push: RFC 8291 over RFC 8188, written against the RFCs and not against the product's library.
export type Bytes = Uint8Array<ArrayBuffer>
/** privateKey: for ECDH. publicKey: the uncompressed point. */
export type BrowserKeys = { privateKey: CryptoKey; publicKey: Bytes; auth: Bytes }

const HEADER = 21
const POINT = 65
export const ECDH = { name: 'ECDH', namedCurve: 'P-256' } as const

export const ascii = (text: string): Bytes => Uint8Array.from(text, (c) => c.charCodeAt(0))

const joined = (...parts: Bytes[]): Bytes => Uint8Array.from(parts.flatMap((part) => [...part]))
const derive = async (ikm: Bytes, salt: Bytes, info: Bytes, length: number): Promise<Bytes> => {
  const key = await crypto.subtle.importKey('raw', ikm, 'HKDF', false, ['deriveBits'])
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, length * 8))
}

/** @throws Error when the body is no single aes128gcm record for these keys. */
export const decryptPush = async (body: Bytes, keys: BrowserKeys): Promise<Bytes> => {
  const salt = body.slice(0, 16)
  const recordSize = new DataView(body.buffer, body.byteOffset).getUint32(16)
  if (body[20] !== POINT) throw new Error(`the key id has ${body[20]} bytes, not a point's ${POINT}`)
  const sender = body.slice(HEADER, HEADER + POINT)
  const record = body.slice(HEADER + POINT)
  if (record.length > recordSize) throw new Error('more than one record')
  const senderKey = await crypto.subtle.importKey('raw', sender, ECDH, false, [])
  // the Worker's types call the key $public
  const agree = { name: 'ECDH', public: senderKey } as Parameters<SubtleCrypto['deriveBits']>[0]
  const bits = crypto.subtle.deriveBits(agree, keys.privateKey, 256)
  const secret = new Uint8Array(await bits)
  const ikm = await derive(secret, keys.auth, joined(ascii('WebPush: info\0'), keys.publicKey, sender), 32)
  const raw = await derive(ikm, salt, ascii('Content-Encoding: aes128gcm\0'), 16)
  const iv = await derive(ikm, salt, ascii('Content-Encoding: nonce\0'), 12)
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt'])
  const padded = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, record))
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.slice(end + 1).some((byte) => byte !== 0)) throw new Error('no delimiter of a last record')
  return padded.slice(0, end)
}
