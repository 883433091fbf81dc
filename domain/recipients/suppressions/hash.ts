// The keyed hashes under which a person stays suppressed even when erased, and the signed opt-out link. Hashes are written
// with the first key of SUPPRESSION_KEYS and looked up under all of them, so that a rotation frees nobody (rule hash-keys).
// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient module cannot be imported
/// <reference path="../../ground/crypto/node-crypto.d.ts" />
import { createHmac, type PlainSecret } from 'crypto'
import { firstKey, type KeyRing } from '../../../contract/ground/key-rings.ts'
import { seal, unseal } from '../../ground/crypto/sealed.ts'
import { verifySignature } from '../../ground/crypto/token.ts'

const OPT_OUT_BOX = 'opt-out-box'

/** Of one person, under each key of the ring; the first is the one to write. 64 hex digits each. */
export type Hashes = readonly [string, ...string[]]

/** The key is the text of its 64 digits, as it was before rings: hashes that are stored must stay findable. */
const hashUnder = (hex: string, text: string): string =>
  createHmac('sha256', hex as PlainSecret)
    .update(text)
    .digest('hex')
const underEach = (ring: KeyRing, text: string): Hashes => {
  const first = firstKey(ring)
  const others = [...ring].flatMap(([kid, hex]) => (kid === first.kid ? [] : [hashUnder(hex, text)]))
  return [hashUnder(first.hex, text), ...others]
}

/** To write. A LID is hashed as `lid:` and its digits. */
export const hashOfNumber = (ring: KeyRing, number: string): string => hashUnder(firstKey(ring).hex, `person:${number}`)
/** To look up. */
export const hashesOfNumber = (ring: KeyRing, number: string): Hashes => underEach(ring, `person:${number}`)
export const hashesOfLid = (ring: KeyRing, lid: string): Hashes => hashesOfNumber(ring, `lid:${lid}`)
/** What tells a key from another of the same name; says nothing about the key. */
export const proofOfKey = (hex: string): string => hashUnder(hex, 'proof-of-key')

/** Phone numbers and settlements carry only this much of a LID's hash: it is still unique, at a third of the size. */
const LID_KEY_CHARS = 24
export const lidKeys = (ring: KeyRing, lid: string): Hashes => {
  const [first, ...others] = hashesOfLid(ring, lid)
  return [first.slice(0, LID_KEY_CHARS), ...others.map((hash) => hash.slice(0, LID_KEY_CHARS))]
}
/** As settlements carry it: under the ring's first key, and under its others where it has any. */
export type LidHashes = { lidHash: string; otherLidHashes?: string[] }
export const lidHashes = (ring: KeyRing, lid: string): LidHashes => {
  const [lidHash, ...others] = lidKeys(ring, lid)
  return others.length === 0 ? { lidHash } : { lidHash, otherLidHashes: others }
}

/** The number encrypted and authenticated, so that a link tells it to nobody: stands for as long as its key is in the ring. */
export const optOutToken = (ring: KeyRing, number: string): Promise<string> => seal(ring, OPT_OUT_BOX, number)
/** null: not one of ours. Links of before carry number and signature; they are in people's messages and stay valid. */
export const readOptOutToken = async (ring: KeyRing, token: string): Promise<string | null> => {
  if (!token.includes('.')) return unseal(ring, OPT_OUT_BOX, token)
  const [number = '', signature = ''] = token.split('.')
  return (await verifySignature(ring, 'opt-out', number, signature)) ? number : null
}
