// Password hashes: `scrypt$16384$8$5$<salt>$<hash>`, base64 (rule password-hash). Runs in the Worker and in Node. The cost is one of
// OWASP's; decision record 0055 has what it costs in workerd.
// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient module cannot be imported
/// <reference path="../../ground/crypto/node-crypto.d.ts" />
import { scrypt, timingSafeEqual } from 'node:crypto'
import { fromBase64, toBase64 } from '../../../contract/ground/base64.ts'

const N = 16_384
const R = 8
const P = 5
const BYTES = 32

const derive = (password: string, salt: Uint8Array, cost: { N: number; r: number; p: number }): Promise<Uint8Array> =>
  new Promise((done, fail) =>
    scrypt(password.normalize('NFKC'), salt, BYTES, cost, (error, key) => (error ? fail(error) : done(key))),
  )

export const hashPassword = async (password: string): Promise<string> => {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const hash = await derive(password, salt, { N, r: R, p: P })
  return ['scrypt', N, R, P, toBase64(salt), toBase64(hash)].join('$')
}

/** A hash that no password has; it is checked for an unknown email, so that the answer takes as long as for a known one. */
export const NOBODY = `scrypt$${N}$${R}$${P}$AAAAAAAAAAAAAAAAAAAAAA==$${'A'.repeat(43)}=`

/** true: made at another cost; the next sign-in, which knows the password, makes it again. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(`scrypt$${N}$${R}$${P}$`)

export const verifyPassword = async (password: string, stored: string): Promise<boolean> => {
  const [scheme, n, r, p, salt, hash] = stored.split('$')
  if (scheme !== 'scrypt' || !salt || !hash) return false
  const key = await derive(password, fromBase64(salt), { N: Number(n), r: Number(r), p: Number(p) })
  // A hash of less work must not be told from that of an unknown email by how long its check takes.
  if (isOutdated(stored) && Number(p) < P) await derive(password, fromBase64(salt), { N, r: R, p: P - Number(p) })
  const expected = fromBase64(hash)
  return expected.length === key.length && timingSafeEqual(key, expected) && stored !== NOBODY
}
