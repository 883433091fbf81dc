// Which keys the sessions in a backup need (rule troubles): the runner writes a key's id before each row that it encrypts, and nothing here can
// read more than that.
import type { Line } from './format.ts'

const KID = /^[\w-]{1,16}$/
/** Base64 of the id's length, 16 letters at most. */
const HEAD_CHARS = 24
const kidOf = (sealed: string): string | null => {
  try {
    const head = atob(sealed.slice(0, HEAD_CHARS))
    const kid = head.slice(1, 1 + head.charCodeAt(0))
    return kid.length === head.charCodeAt(0) && KID.test(kid) ? kid : null
  } catch {
    return null
  }
}
/** Counts a line of a backup if it is a row of an account's own keys. */
export const countKid = (counts: Record<string, number>, text: string): void => {
  if (!text.includes('"table":"vault"')) return
  const { table, row } = JSON.parse(text) as Line
  const kid = table === 'vault' && typeof row['data'] === 'string' ? kidOf(row['data']) : null
  if (kid !== null) counts[kid] = (counts[kid] ?? 0) + 1
}
