// Opaque secrets and their hashes, and the signed single-use ticket of the websocket (rules sign-in, socket-ticket).
import { MINUTE_MS } from '../../contract/time.ts'
import { ROLES, type Role } from '../../contract/role-table.ts'
import { hex, hmac, isHmac, sha256 } from './crypto.ts'

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

/** 256 random bits. */
export const newToken = (): string => base64Url(crypto.getRandomValues(new Uint8Array(32)))
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

/** Hex HMAC-SHA256 of `${label}:${message}`; the label keeps one secret's uses apart. */
export const sign = (secret: string, label: string, message: string): Promise<string> =>
  hmac(secret, `${label}:${message}`)
export const verifySignature = (secret: string, label: string, message: string, signature: string): Promise<boolean> =>
  isHmac(secret, `${label}:${message}`, signature)

export const TICKET_TTL_MS = MINUTE_MS
/** `userId.exp.nonce.signature`; the nonce carries the sign-in's hash, so that revoking the sign-in ends the ticket. */
export const makeTicket = async (
  secret: string,
  who: { id: string; sessionHash: string },
  now: number,
): Promise<string> => {
  const nonce = `${hex(crypto.getRandomValues(new Uint8Array(12)))}-${who.sessionHash}`
  const body = `${who.id}.${now + TICKET_TTL_MS}.${nonce}`
  return `${body}.${await sign(secret, 'ws-ticket', body)}`
}
export type Ticket = { userId: string; expiresAt: number; nonce: string; sessionHash: string }
/** null: forged, expired or no ticket at all. */
export const readTicket = async (secret: string, ticket: string, now: number): Promise<Ticket | null> => {
  const [userId, exp, nonce, signature] = ticket.split('.')
  if (!userId || !exp || !nonce || !signature) return null
  if (!(await verifySignature(secret, 'ws-ticket', `${userId}.${exp}.${nonce}`, signature))) return null
  const expiresAt = Number(exp)
  const sessionHash = nonce.slice(nonce.indexOf('-') + 1)
  return expiresAt > now ? { userId, expiresAt, nonce, sessionHash } : null
}
