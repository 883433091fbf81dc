// The key that opens the figures of the service's state (rule health-key): made from a key of the ring RUNNER_KEYS, so that it is no
// secret more to keep, and turned with that ring. No runner's credential is made of this text, and nothing can be signed with it.
import { firstKey, type KeyRing, ringKey } from '../../../contract/ground/key-rings.ts'
import { RUNNER_METRICS_KEY_TEXT } from '../../../contract/operation/runner-metrics.ts'
import { hmac, isHmac, keyBytes } from '../../ground/crypto/crypto.ts'
import { runnerCredential } from './runner-credential.ts'

const HEALTH_KEY_TEXT = 'wa-blaster health key'

/** `kid:64 hex`, by the ring's first key. */
export const healthKey = async (ring: KeyRing): Promise<string> => {
  const { kid, hex } = firstKey(ring)
  return `${kid}:${await hmac(keyBytes(hex), HEALTH_KEY_TEXT)}`
}
/** `kid:64 hex`: opens the metrics that a runner of this name serves on its own port; made from its credential. */
export const runnerMetricsKey = async (ring: KeyRing, runnerId: string): Promise<string> => {
  const [kid = '', credential = ''] = (await runnerCredential(ring, runnerId)).split(':')
  return `${kid}:${await hmac(keyBytes(credential), RUNNER_METRICS_KEY_TEXT)}`
}
/** Any key of the ring may have made it. Compares in constant time. */
export const isHealthKey = async (ring: KeyRing, given: string): Promise<boolean> => {
  const parsed = ringKey.safeParse(given)
  const hex = parsed.success ? ring.get(parsed.data.kid) : undefined
  return parsed.success && hex !== undefined && isHmac(keyBytes(hex), HEALTH_KEY_TEXT, parsed.data.hex)
}
