// At every login Baileys checks WhatsApp's two certificates, in plain JavaScript: two fifths of the processor time that a login
// takes. They are the same for weeks and for all accounts, so a check that passed is not made again.
import { createHash } from 'node:crypto'
import { Curve } from '@whiskeysockets/baileys'
import { boundedCache } from '../bounded-cache.ts'

type Verify = typeof Curve.verify
/** WhatsApp's servers have a certificate each, for some days; a pairing checks a few others once. */
const CHECKS_REMEMBERED = 256

/** The same answers; what failed is checked each time. */
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
