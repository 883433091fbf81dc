// The key that signs the webhook of alerts (rule alert-signature): made from a key of the ring RUNNER_KEYS, as the health key is, and
// turned with that ring. The form is that of standardwebhooks.com: `whsec_` and base64.
import { toBase64 } from '../../../contract/ground/base64.ts'
import { type KeyRing, type RingKey, firstKey } from '../../../contract/ground/key-rings.ts'
import { hmac, keyBytes } from '../../ground/crypto/crypto.ts'

const ALERT_KEY_TEXT = 'wa-blaster alert key'
type Bytes = Uint8Array<ArrayBuffer>
const keyOf = async ({ hex }: Pick<RingKey, 'hex'>): Promise<Bytes> =>
  keyBytes(await hmac(keyBytes(hex), ALERT_KEY_TEXT))

/** What a receiver checks signatures with, made of the ring's first key. */
export const alertKey = async (ring: KeyRing): Promise<string> => `whsec_${toBase64(await keyOf(firstKey(ring)))}`

/** By every key of the ring, so that a receiver takes them before and after it is turned. @param atS seconds of the epoch */
export const alertSignature = async (
  ring: KeyRing,
  { id, atS, body }: { id: string; atS: number; body: string },
): Promise<string> => {
  const signed = [...ring.values()].map(async (hex) => {
    const digits = await hmac(await keyOf({ hex }), `${id}.${atS}.${body}`)
    return `v1,${toBase64(keyBytes(digits))}`
  })
  return (await Promise.all(signed)).join(' ')
}
