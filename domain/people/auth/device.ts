// A device that signed in before says so by a signed cookie: its failures are counted apart, so that anyone who guesses from elsewhere
// cannot keep its owner out (rule known-device). It signs nobody in.
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import { newToken, sign, verifySignature } from '../../ground/crypto/token.ts'

/** Over https with the prefix by which a browser lets no other host, and nothing without Secure, set or shadow it. */
const COOKIE = 'device'
const PREFIX = '__Host-'
const YEAR_S = 365 * 86_400
const LABEL = 'device'

export const newDeviceId = newToken
/** The Set-Cookie of a device on which this person signed in. A device keeps its id when somebody else signs in on it. */
export const deviceCookie = async (ring: KeyRing, device: Device, isHttps: boolean): Promise<string> => {
  const body = `${device.userId}.${device.id}`
  const value = `${body}.${await sign(ring, LABEL, body)}`
  const flags = `Path=/; Max-Age=${YEAR_S}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
  return `${isHttps ? PREFIX : ''}${COOKIE}=${value}; ${flags}`
}

export type Device = { userId: string; id: string }
/** null: no cookie, or a forged one. Devices that signed in before there was a prefix are known by the older name. */
export const deviceOf = async (ring: KeyRing, cookies: string | undefined): Promise<Device | null> => {
  const named = (name: string) => new RegExp(`(?:^|;\\s*)${name}=([\\w.-]{1,300})(?:;|$)`).exec(cookies ?? '')?.[1]
  const value = named(`${PREFIX}${COOKIE}`) ?? named(COOKIE)
  const [userId, id, signature] = value?.split('.') ?? []
  if (!userId || !id || !signature) return null
  return (await verifySignature(ring, LABEL, `${userId}.${id}`, signature)) ? { userId, id } : null
}
