// Who this WhatsApp is: trust root, intermediate, static key and certificate chain, all from the stored seed.
import { proto } from '@whiskeysockets/baileys'
import { derivePair, type KeyPair, sign } from './keys.ts'

export interface ServerIdentity {
  root: KeyPair
  staticKey: KeyPair
  certificate: Uint8Array
}

const FAR_FUTURE_SECONDS = 4_000_000_000

export function makeIdentity(seed: Buffer): ServerIdentity {
  const root = derivePair(seed, 'server root')
  const intermediate = derivePair(seed, 'server intermediate')
  const staticKey = derivePair(seed, 'server static')
  const details = (serial: number, issuerSerial: number, key: Buffer): Uint8Array =>
    proto.CertChain.NoiseCertificate.Details.encode({
      serial,
      issuerSerial,
      key,
      notBefore: 0,
      notAfter: FAR_FUTURE_SECONDS,
    }).finish()
  const middle = details(1, 0, intermediate.public)
  const leaf = details(2, 1, staticKey.public)
  const certificate = proto.CertChain.encode({
    intermediate: { details: middle, signature: sign(root.private, middle) },
    leaf: { details: leaf, signature: sign(intermediate.private, leaf) },
  }).finish()
  return { root, staticKey, certificate }
}
