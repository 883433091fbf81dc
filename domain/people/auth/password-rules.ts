// Which new passwords are easily guessed: those that many people have, runs of the keyboard's order, usual words with little beside
// them, and what stands in the person's own name or email (rule passwords).
import { COMMON_PASSWORD_TEXT, NEAR_PASSWORD_TEXT } from '../../../contract/people/auth.ts'

/** What anyone who guesses begins with: passwords, and words, longest first, so that sayangku goes whole. */
export type Guesses = { common: ReadonlySet<string>; words: readonly string[] }
export type Owner = { email: string; firstname: string; lastname: string }
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
/** Password1, PASSWORD2024! and password are one to anyone who guesses. */
const stem = (text: string): string => text.replace(/[^a-z]{1,5}$/, '')
const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
/** r4h451a is rahasia to anyone who guesses. */
const unleet = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LEET[sign] ?? sign)
const joined = (text: string): string => text.replace(/[\s._-]/g, '')
/** The ways to read it: as it is, and with signs for letters, of which the last may be the first sign behind the word. */
const readings = (text: string): readonly string[] => {
  const [, front = '', behind = ''] = /^(.*?)([^a-z]*)$/s.exec(text) ?? []
  return [text, unleet(front) + behind, unleet(front + behind.slice(0, 1)) + behind.slice(1)].map(joined)
}
/** Digits of this many are a date, a year, a number of the keyboard's top row. */
const FEW_DIGITS = 8
/** Usual words, and less beside them than makes a password. */
const isOfWords = (text: string, words: readonly string[]): boolean =>
  readings(text).some((reading) => {
    const beside = words.reduce((rest, word) => rest.replaceAll(word, ''), reading)
    const isLittle = beside.length < ENOUGH_BESIDE || (beside.length <= FEW_DIGITS && /^\d+$/.test(beside))
    return beside.length < reading.length && isLittle
  })
const isCommon = (text: string, { common, words }: Guesses): boolean =>
  isRun(text) || isOfWords(text, words) || [text, stem(text), unleet(stem(text))].some((one) => common.has(one))
const isNear = (text: string, { email, firstname, lastname }: Owner): boolean =>
  [email, email.split('@')[0] ?? '', firstname, lastname]
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part.length >= SHORTEST_NAME)
    .some((part) =>
      [text, ...readings(text)].some((one) => one.includes(part) && one.length - part.length < ENOUGH_BESIDE),
    )

/** Why anyone who guesses would find it soon, in the words of the screen; null: they would not. */
export const weakness = (password: string, owner: Owner, guesses: Guesses): string | null => {
  const text = password.trim().toLowerCase()
  if (isCommon(text, guesses)) return COMMON_PASSWORD_TEXT
  return isNear(text, owner) ? NEAR_PASSWORD_TEXT : null
}
