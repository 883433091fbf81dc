// At every login Baileys verifies WhatsApp's two certificates in plain JavaScript, which takes two fifths of a login's processor
// time. The certificates are the same for weeks and for all accounts, so a check that passed is not repeated.
import { createHash } from 'node:crypto'
import { Curve } from '@whiskeysockets/baileys'
import { boundedCache } from '../bounded-cache.ts'

type Verify = typeof Curve.verify
/** Remembered checks. Each of WhatsApp's servers has a certificate for some days; a pairing adds a few others. */
const CHECKS_REMEMBERED = 256

/** Returns the same answers as `verify`; only checks that passed are remembered. */
export const remembering = (verify: Verify): Verify => {
  const passed = boundedCache<true>(CHECKS_REMEMBERED)
  return (key, message, signature) => {
    const hash = createHash('sha256')
    // each with its length, so that no other three parts make the same text
    for (const part of [key, message, signature]) hash.update(`${part.length}:`).update(part)
    const id = hash.digest('base64')
    if (passed.has(id)) return true
    const isValid = verify(key, message, signature)
    if (isValid) passed.set(id, true)
    return isValid
  }
}

const verifyOnce = remembering(Curve.verify)
/** For the whole process; a second call changes nothing. */
export const verifyCertificatesOnce = (): void => {
  Curve.verify = verifyOnce
}
