// crypto.subtle without a thread pool: answers are ready at once, as in workerd, so the order of events is always the same.
// HMAC and digests only; any other call throws.
import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

type Named = string | { name: string; hash?: string | { name: string } }
type Key = {
  type: 'secret'
  extractable: boolean
  algorithm: object
  usages: string[]
  hash: string
  secret: KeyObject
}

const nameOf = (algorithm: Named): string => (typeof algorithm === 'string' ? algorithm : algorithm.name).toUpperCase()
/** Node's name of the Web's hash. */
const hashOf = (hash: Named): string => nameOf(hash).replace('SHA-', 'sha')
const bytesOf = (data: ArrayBuffer | ArrayBufferView): Buffer =>
  data instanceof ArrayBuffer ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.byteLength)
const asBuffer = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer
const notModelled = (what: string): never => {
  throw new Error(`the simulator's crypto.subtle does not know ${what}`)
}
const hmac = (key: Key, data: ArrayBuffer | ArrayBufferView): Buffer =>
  createHmac(key.hash, key.secret).update(bytesOf(data)).digest()

export const subtle = {
  importKey: async (
    format: string,
    data: ArrayBuffer | ArrayBufferView,
    algorithm: { name: string; hash: Named },
    extractable: boolean,
    usages: string[],
  ): Promise<Key> => {
    if (format !== 'raw' || nameOf(algorithm) !== 'HMAC') notModelled(`${format} keys of ${nameOf(algorithm)}`)
    const secret = createSecretKey(bytesOf(data))
    return { type: 'secret', extractable, algorithm, usages: [...usages], hash: hashOf(algorithm.hash), secret }
  },
  sign: async (algorithm: Named, key: Key, data: ArrayBuffer | ArrayBufferView): Promise<ArrayBuffer> => {
    if (nameOf(algorithm) !== 'HMAC') notModelled(nameOf(algorithm))
    return asBuffer(hmac(key, data))
  },
  verify: async (
    algorithm: Named,
    key: Key,
    signature: ArrayBuffer | ArrayBufferView,
    data: ArrayBuffer | ArrayBufferView,
  ): Promise<boolean> => {
    if (nameOf(algorithm) !== 'HMAC') notModelled(nameOf(algorithm))
    const made = hmac(key, data)
    const given = bytesOf(signature)
    return made.length === given.length && timingSafeEqual(made, given)
  },
  digest: async (algorithm: Named, data: ArrayBuffer | ArrayBufferView): Promise<ArrayBuffer> =>
    asBuffer(createHash(hashOf(algorithm)).update(bytesOf(data)).digest()),
}
