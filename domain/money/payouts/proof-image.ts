// The image that proves a payment: what it may be, and where it is kept (rule payout-proof).
import { Refusal } from '../../../contract/ground/errors.ts'
import { PROOF_MAX_BYTES } from '../../../contract/money/payouts.ts'
import { sniffMedia } from '../../sending/templates/rules.ts'

const IMAGES = ['image/png', 'image/jpeg', 'image/webp']
export type ProofImage = { key: string; type: string; bytes: ArrayBuffer }
/** By its first bytes, never by its name. @throws Refusal proof_size or proof_type. */
export const readProof = (withdrawId: string, bytes: ArrayBuffer): ProofImage => {
  if (bytes.byteLength > PROOF_MAX_BYTES) throw new Refusal('proof_size')
  const kind = sniffMedia(new Uint8Array(bytes.slice(0, 16)))
  if (!kind || !IMAGES.includes(kind.mime)) throw new Refusal('proof_type')
  return { key: `proofs/${withdrawId}/${crypto.randomUUID()}.${kind.extension}`, type: kind.mime, bytes }
}
