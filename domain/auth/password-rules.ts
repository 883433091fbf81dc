// Which new passwords are easily guessed: those that many people have, runs of the keyboard's order, and what stands in the
// person's own name or email (rule passwords).
import { COMMON_PASSWORD_TEXT, NEAR_PASSWORD_TEXT } from '../../contract/auth.ts'

export type Owner = { email: string; firstname: string; lastname: string }
const PRODUCT = ['wablaster', 'wa blaster', 'wa-blaster']
/** A shorter name stands in too many words. */
const SHORTEST_NAME = 4
/** With fewer characters beside it, a name is the password. */
const ENOUGH_BESIDE = 5

/** aaaaaaaa, 01010101, abcdefgh, 87654321 */
const isRun = (text: string): boolean => {
  if (new Set(text).size <= 2) return true
  const steps = [...text].slice(1).map((char, at) => char.charCodeAt(0) - text.charCodeAt(at))
  return Math.abs(steps[0] ?? 0) <= 1 && steps.every((step) => step === steps[0])
}
/** Password1, PASSWORD2024! and password are one to whoever guesses. */
const stem = (text: string): string => text.replace(/[^a-z]{1,5}$/, '')
const isCommon = (text: string, common: ReadonlySet<string>): boolean =>
  isRun(text) || common.has(text) || common.has(stem(text))
const isNear = (text: string, { email, firstname, lastname }: Owner): boolean =>
  [...PRODUCT, ...[email, email.split('@')[0] ?? '', firstname, lastname].map((part) => part.trim().toLowerCase())]
    .filter((part) => part.length >= SHORTEST_NAME)
    .some((part) => text.includes(part) && text.length - part.length < ENOUGH_BESIDE)

/** Why whoever guesses would find it soon, in the words of the screen; null: they would not. */
export const weakness = (password: string, owner: Owner, common: ReadonlySet<string>): string | null => {
  const text = password.trim().toLowerCase()
  if (isCommon(text, common)) return COMMON_PASSWORD_TEXT
  return isNear(text, owner) ? NEAR_PASSWORD_TEXT : null
}
