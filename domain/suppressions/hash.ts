// The keyed hash under which a person stays suppressed even when erased, and the signed opt-out link.
// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient module cannot be imported
/// <reference path="../auth/node-crypto.d.ts" />
import { createHmac, type PlainSecret } from 'crypto'
import { sign, verifySignature } from '../auth/token.ts'

/** A LID is hashed as `lid:` and its digits. */
export const hashOfNumber = (secret: string, number: string): string =>
  createHmac('sha256', secret as PlainSecret)
    .update(`person:${number}`)
    .digest('hex')
/** Phone numbers and settlements carry only this much of a LID's hash: it is still unique, at a third of the size. */
const LID_KEY_CHARS = 24
export const lidKey = (secret: string, lid: string): string =>
  hashOfNumber(secret, `lid:${lid}`).slice(0, LID_KEY_CHARS)

/** `number.signature`; valid until the secret changes. */
export const optOutToken = async (secret: string, number: string): Promise<string> =>
  `${number}.${await sign(secret, 'opt-out', number)}`
/** null: the signature is not ours. */
export const readOptOutToken = async (secret: string, token: string): Promise<string | null> => {
  const [number = '', signature = ''] = token.split('.')
  return (await verifySignature(secret, 'opt-out', number, signature)) ? number : null
}
