// Opaque secrets and their hashes, and the signed single-use ticket of the websocket (rules sign-in, socket-ticket).
import { toBase64Url } from '../../../contract/ground/base64.ts'
import { firstKey, type KeyRing } from '../../../contract/ground/key-rings.ts'
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import { ROLES, type Role } from '../../../contract/people/role-table.ts'
import { hex, hmac, isHmac, sha256 } from './crypto.ts'

/** 256 random bits. */
export const newToken = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
/** The person a sign-in token names. Not to be trusted before it is compared with the sign-in's row. */
export type TokenClaim = { id: string; role: Role }
/**
 * 256 random bits, then role and id of the person: so a request's first reads can be made for that person in the same batch
 * that checks whether this is true (decision record 0030). The stored hash covers all of it.
 */
export const newSignInToken = (who: TokenClaim): string => `${newToken()}~${who.role}~${who.id}`
/** null: the token names nobody. */
export const claimOf = (token: string): TokenClaim | null => {
  const [random = '', role = '', id = '', more] = token.split('~')
  const known = ROLES.find((name) => name === role)
  return random.length === 43 && known && id !== '' && more === undefined ? { id, role: known } : null
}
export const hashToken = sha256

/**
 * Hex HMAC-SHA256 of `${label}:${message}` by the ring's first key; the label keeps one ring's uses apart. The key is the text
 * of its 64 digits, as it was before rings: links that are in people's messages must stay valid.
 */
export const sign = (ring: KeyRing, label: string, message: string): Promise<string> =>
  hmac(firstKey(ring).hex, `${label}:${message}`)
/** By any key of the ring. A signature does not say by which: it stands in links that people read, and rings are short. */
export const verifySignature = async (
  ring: KeyRing,
  label: string,
  message: string,
  signature: string,
): Promise<boolean> => {
  for (const key of ring.values()) if (await isHmac(key, `${label}:${message}`, signature)) return true
  return false
}

export const TICKET_TTL_MS = MINUTE_MS
/** `userId.exp.nonce.signature`; the nonce carries the sign-in's hash, so that revoking the sign-in ends the ticket. */
export const makeTicket = async (
  ring: KeyRing,
  who: { id: string; sessionHash: string },
  now: number,
): Promise<string> => {
  const nonce = `${hex(crypto.getRandomValues(new Uint8Array(16)))}-${who.sessionHash}`
  const body = `${who.id}.${now + TICKET_TTL_MS}.${nonce}`
  return `${body}.${await sign(ring, 'ws-ticket', body)}`
}
export type Ticket = { userId: string; expiresAt: number; nonce: string; sessionHash: string }
/** null: forged, expired or no ticket at all. */
export const readTicket = async (ring: KeyRing, ticket: string, now: number): Promise<Ticket | null> => {
  const [userId, exp, nonce, signature] = ticket.split('.')
  if (!userId || !exp || !nonce || !signature) return null
  if (!(await verifySignature(ring, 'ws-ticket', `${userId}.${exp}.${nonce}`, signature))) return null
  const expiresAt = Number(exp)
  const sessionHash = nonce.slice(nonce.indexOf('-') + 1)
  return expiresAt > now ? { userId, expiresAt, nonce, sessionHash } : null
}
