// Curve25519 keys that follow from a seed, so that a phone's identity needs no storage, and XEdDSA signatures.
import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto'
import { calculateSignature } from 'whatsapp-rust-bridge'

export interface KeyPair {
  private: Buffer
  public: Buffer
}

const PKCS8_X25519 = Buffer.from('302e020100300506032b656e04220420', 'hex')

export function derivePair(seed: Buffer, label: string): KeyPair {
  const key = createHmac('sha256', seed).update(label).digest()
  key.writeUInt8(key.readUInt8(0) & 248, 0)
  key.writeUInt8((key.readUInt8(31) & 127) | 64, 31)
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_X25519, key]), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { private: key, public: spki.subarray(-32) }
}

/** The wasm signer: 0.13 ms where Baileys' own takes 8 ms. */
export const sign = (privateKey: Buffer, message: Uint8Array): Buffer =>
  Buffer.from(calculateSignature(privateKey, message))

/** A public key as Signal writes it: with the type byte 5 before it. */
export const typedKey = (publicKey: Uint8Array): Buffer => Buffer.concat([Buffer.from([5]), publicKey])
