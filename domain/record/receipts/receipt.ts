// Signs receipts, and says of one that somebody brings whether it is ours (rule receipts). With jose: the form is a JWT (RFC 7519).
import { decodeProtectedHeader, errors, importJWK, jwtVerify, SignJWT } from 'jose'
import { toBase64Url } from '../../../contract/ground/base64.ts'
import { RECEIPT_TYPE, receiptClaims, type ReceiptClaims } from '../../../contract/record/receipts.ts'

const ALGORITHM = 'EdDSA'
type SigningKey = { kid: string; privateKey: CryptoKey }
type CheckingKey = { kid: string | null; publicKey: Uint8Array }

export type Unsigned = Omit<ReceiptClaims, 'iss' | 'iat' | 'jti'>
/** @param now epoch ms @returns a compact JWT */
export const signReceipt = (said: Unsigned, issuer: string, key: SigningKey, now: number): Promise<string> =>
  new SignJWT(said)
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: RECEIPT_TYPE })
    .setIssuer(issuer)
    .setIssuedAt(Math.floor(now / 1_000))
    .setJti(crypto.randomUUID())
    .sign(key.privateKey)

/** form: it is no receipt. origin: of another place. key: none of these keys is named by it. forged: one should have signed it, and has not. */
export type ReceiptProblem = 'form' | 'origin' | 'key' | 'forged'
const issuerOf = (text: string): string | null => {
  try {
    const claims: unknown = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString())
    return typeof claims === 'object' && claims !== null && 'iss' in claims ? String(claims.iss) : null
  } catch {
    return null
  }
}
const headerOf = (text: string) => {
  try {
    return decodeProtectedHeader(text)
  } catch {
    return null
  }
}
/**
 * @param text as it was saved; spaces and lines around and within it do not count
 * @param place whose receipts are taken; null: anybody's who has the key
 */
export const openReceipt = async (
  text: string,
  place: string | null,
  keys: readonly CheckingKey[],
): Promise<{ claims: ReceiptClaims } | { problem: ReceiptProblem }> => {
  const written = text.replace(/\s+/g, '')
  const header = headerOf(written)
  const issuer = issuerOf(written)
  if (header === null || header.typ !== RECEIPT_TYPE || issuer === null) return { problem: 'form' }
  if (place !== null && issuer !== place) return { problem: 'origin' }
  const named = keys.filter(({ kid }) => kid === null || kid === header.kid)
  if (named.length === 0) return { problem: 'key' }
  for (const { publicKey } of named) {
    const key = await importJWK({ kty: 'OKP', crv: 'Ed25519', x: toBase64Url(publicKey) }, ALGORITHM)
    try {
      const { payload } = await jwtVerify(written, key, { algorithms: [ALGORITHM], typ: RECEIPT_TYPE })
      const claims = receiptClaims.safeParse(payload)
      return claims.success ? { claims: claims.data } : { problem: 'form' }
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error
    }
  }
  return { problem: 'forged' }
}
