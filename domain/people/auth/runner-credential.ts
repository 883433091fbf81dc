// Each runner has a credential of its own, made from a key of the ring RUNNER_KEYS and its name (rule runner-credential). The
// Worker keeps no list of them: it makes the one of the name that a call states, and checks the call's signature with it.
import { firstKey, type KeyRing } from '../../../contract/ground/key-rings.ts'
import { credentialText } from '../../../contract/operation/runner.ts'
import { hmac, isHmac, keyBytes } from '../../ground/crypto/crypto.ts'

const derived = (hex: string, runnerId: string): Promise<string> => hmac(keyBytes(hex), credentialText(runnerId))

/** `kid:64 hex`, by the ring's first key: what a runner of this name is started with. */
export const runnerCredential = async (ring: KeyRing, runnerId: string): Promise<string> => {
  const { kid, hex } = firstKey(ring)
  return `${kid}:${await derived(hex, runnerId)}`
}

type SignedCall = { kid: string; runnerId: string; text: string; signature: string }
/** Any key of the ring may have made the credential: while one is rotated two are valid. false: not made for this name. */
export const isSignedByRunner = async (ring: KeyRing, call: SignedCall): Promise<boolean> => {
  const hex = ring.get(call.kid)
  return hex !== undefined && isHmac(keyBytes(await derived(hex, call.runnerId)), call.text, call.signature)
}
