// Reads whole numbers as people in Indonesia write them: a dot or a space groups thousands (25.000, 25 000), a comma begins a fraction. What can
// be read in two ways is refused, never guessed: read as English, 25.000 would pay out Rp 25. Pure, and free of zod.
import { showRupiah, showWhole, WORDS } from './value-texts.ts'

/** What is counted, and its bounds, both included. */
export type Range<U extends 'rupiah' | 'count' = 'rupiah' | 'count'> = { unit: U; min: number; max: number }
/** problem: why the text cannot be taken, in words for the person who wrote it. */
export type Read = { value: number } | { problem: string }

/** One sign in all of a number; \s has the narrow and the unbreakable space, too. */
const GROUPED = /^[1-9]\d{0,2}(?:(?:\.\d{3})+|(?:\s\d{3})+)$/
const show = (value: number, { unit }: Range): string => (unit === 'rupiah' ? showRupiah(value) : showWhole(value))

const within = (value: number, range: Range): Read => {
  if (value < range.min) return { problem: `Paling sedikit ${show(range.min, range)}.` }
  // -0 becomes 0
  return value > range.max
    ? { problem: `Terlalu besar. Paling banyak ${show(range.max, range)}.` }
    : { value: value + 0 }
}
/** Null: the text is neither digits alone nor digits in groups of thousands. */
const wholeOf = (text: string): number | null => {
  const digits = text.replace(/^-/, '')
  if (!/^\d+$/.test(digits) && !GROUPED.test(digits)) return null
  return Number(text.replaceAll(/[.\s]/g, ''))
}

/** Reads a JSON number or a text: 25000, 25.000, and for rupiah also Rp 25.000 and Rp 25.000,- */
export const readWhole = (sent: unknown, range: Range): Read => {
  if (typeof sent === 'number') return Number.isInteger(sent) ? within(sent, range) : { problem: WORDS.whole }
  if (sent === undefined || sent === null) return { problem: WORDS.required }
  if (typeof sent !== 'string') return { problem: WORDS.number }
  const text = sent.trim()
  if (text === '') return { problem: WORDS.required }
  const bare = range.unit === 'rupiah' ? text.replace(/^rp\.?\s*/i, '').replace(/,-$/, '') : text
  const value = wholeOf(bare)
  if (value !== null) return within(value, range)
  return { problem: /^-?[\d.,]*\d[\d.,]*$/.test(bare) ? WORDS.unclear : WORDS.digits }
}

/** The same, but a fraction is cut off: 2.9 and 2,9 are 2, while 2.900 is 2900. */
export const readFloored = (sent: unknown, range: Range): Read => {
  if (typeof sent === 'number') return within(Math.floor(sent), range)
  const text = typeof sent === 'string' ? sent.trim() : ''
  const fraction = wholeOf(text) === null && /^-?\d+[.,]\d+$/.test(text)
  return fraction ? within(Math.floor(Number(text.replace(',', '.'))), range) : readWhole(sent, range)
}
