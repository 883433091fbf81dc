// The keyed hash under which a person stays suppressed even when erased, and the signed opt-out link (decisions 1, 3).
// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient module cannot be imported
/// <reference path="../auth/node-crypto.d.ts" />
import { createHmac, type PlainSecret } from 'crypto'
import { sign, verifySignature } from '../auth/token.ts'

export const hashNumber = (secret: string, number: string): Promise<string> => sign(secret, 'person', number)
/** The same, of thousands at once. */
export const hashOfNumber = (secret: string, number: string): string =>
  createHmac('sha256', secret as PlainSecret)
    .update(`person:${number}`)
    .digest('hex')
export const hashLid = (secret: string, lid: string): Promise<string> => sign(secret, 'person', `lid:${lid}`)

/** `number.signature`: stands for as long as the secret does. */
export const optOutToken = async (secret: string, number: string): Promise<string> =>
  `${number}.${await sign(secret, 'opt-out', number)}`
/** null: not one of ours. */
export const readOptOutToken = async (secret: string, token: string): Promise<string | null> => {
  const [number = '', signature = ''] = token.split('.')
  return (await verifySignature(secret, 'opt-out', number, signature)) ? number : null
}
