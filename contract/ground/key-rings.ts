// Secrets that can be rotated, as one text: `kid:64 hex[,kid:64 hex…]`. The first key signs or encrypts; all of them verify
// or decrypt. docs/security.md says how each ring is rotated; its order matters.
import { z } from 'zod'

/** Key id → 64 hex digits (32 bytes), lower case; the first entry is the key in use. Never empty. */
export type KeyRing = ReadonlyMap<string, string>
export type RingKey = { kid: string; hex: string }

const FORM = /^[\w-]{1,16}:[0-9a-f]{64}$/i
const keyOf = (text: string): RingKey => {
  const [kid = '', hex = ''] = text.split(':')
  return { kid, hex: hex.toLowerCase() }
}
/** One key of a ring, or a credential made with it: `kid:64 hex`. */
export const ringKey = z
  .string({ error: 'is missing' })
  .regex(FORM, 'must be kid:64 hex digits')
  .transform((text): RingKey => keyOf(text))

/** Errors say which form is wanted and never show the value, which is a secret. */
export const keyRing = z
  .string({ error: 'is missing' })
  .refine((text) => text.split(',').every((part) => FORM.test(part)), 'must be kid:64 hex digits[,kid:64 hex digits…]')
  .transform((text): RingKey[] => text.split(',').map(keyOf))
  // two keys of one name: nobody could tell which of them is meant
  .refine((keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length, 'has two keys with the same kid')
  .transform((keys): KeyRing => new Map(keys.map(({ kid, hex }) => [kid, hex])))

const rings = new Map<string, KeyRing>()
/**
 * A ring of the Worker, whose secrets come with every call: each text is parsed once.
 * @throws RangeError that names the variable and does not show its value
 */
export const ringOf = (name: string, text: string | undefined): KeyRing => {
  const known = text === undefined ? undefined : rings.get(text)
  if (known) return known
  const parsed = keyRing.safeParse(text)
  if (!parsed.success) throw new RangeError(`${name} ${parsed.error.issues[0]?.message ?? 'cannot be read'}`)
  rings.set(text ?? '', parsed.data)
  return parsed.data
}
/** The key that signs and encrypts. */
export const firstKey = (ring: KeyRing): RingKey => {
  for (const [kid, hex] of ring) return { kid, hex }
  throw new RangeError('a key ring is never empty')
}
