// A stored answer may hold what nobody else may read, a recovery code or a number. It is sealed by the key of its press, which the
// database does not have (rule one-press).
import { digestOf, hex, sha256 } from '../crypto/crypto.ts'

/** Answers above this are not kept: the page reads again what changed. */
const MAX_CHARS = 100_000
const text = new TextEncoder()
/** The key as it was sent, and the request that it counted for. */
type Of = { key: string; request: string }
const keyOf = async ({ key, request }: Of): Promise<CryptoKey> => {
  const secret = digestOf(await sha256(`answer:${request}:${key}`)) ?? new Uint8Array()
  return crypto.subtle.importKey('raw', secret, 'AES-GCM', false, ['encrypt', 'decrypt'])
}
/** A request has one answer, so its counter may stand still. */
const ONCE = { name: 'AES-GCM', iv: new Uint8Array(12) }

export const hashOfKey = (key: string): Promise<string> => sha256(`press:${key}`)
export const fingerprintOf = (key: string, request: string, body: string): Promise<string> =>
  sha256(`${key}\n${request}\n${body}`)

/** Of what the form holds, whatever boundary its browser wrote around it. null: it cannot be read. */
export const digestOfForm = async (request: Request): Promise<string | null> => {
  const form = await request.formData().catch(() => null)
  if (!form) return null
  const parts = [...form].map(async ([name, value]: [string, unknown]) => {
    if (!(value instanceof File)) return [name, value]
    return [name, value.name, hex(await crypto.subtle.digest('SHA-256', await value.arrayBuffer()))]
  })
  return sha256(JSON.stringify(await Promise.all(parts)))
}

/** null: too long. */
export const sealAnswer = async (of: Of, answer: string): Promise<string | null> =>
  answer.length > MAX_CHARS ? null : hex(await crypto.subtle.encrypt(ONCE, await keyOf(of), text.encode(answer)))
export const openAnswer = async (of: Of, sealed: string): Promise<string> => {
  const bytes = Uint8Array.from(sealed.match(/../g) ?? [], (b) => Number.parseInt(b, 16))
  return new TextDecoder().decode(await crypto.subtle.decrypt(ONCE, await keyOf(of), bytes))
}
