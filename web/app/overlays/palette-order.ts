// In which order Ctrl+K shows what it found: what is called exactly as it was typed first, then what begins so, then the rest. Pure.
import { normalizePhone } from '../../../contract/ground/phone.ts'

const RANKS = { exact: 2, begins: 0.9, other: 0.5 } as const
const plain = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ')

/** @param said the texts of one line */
export const rankOf = (typed: string, said: readonly string[]): number => {
  const wanted = plain(typed)
  const number = normalizePhone(typed)
  const texts = said.map(plain)
  if (texts.some((text) => text === wanted || text === number)) return RANKS.exact
  const begins = texts.some((text) => text.startsWith(wanted) || text.includes(` ${wanted}`))
  return begins ? RANKS.begins : RANKS.other
}
/** The best first; those of one rank stay as they came. */
export const ranked = <T>(lines: readonly T[], rank: (line: T) => number): T[] =>
  lines.toSorted((a, b) => rank(b) - rank(a))

/** The library matches by a value that is not looked at again while it stays the same, so the rank is part of it. */
export const foundValue = (rank: number, name: string): string => `found:${rank}:${name}`
const VALUE = /^found:([\d.]+):/
/** What the server has matched, perhaps by a field that its line does not show, is not matched again. */
export const scoreBy =
  (fuzzy: (value: string, search: string, keywords?: string[]) => number) =>
  (value: string, search: string, keywords?: string[]): number => {
    const found = VALUE.exec(value)
    return found ? Number(found[1]) : fuzzy(value, search, keywords)
  }

/** The entry of the audit log that was asked for; a number of a telephone is longer. null: none was. */
export const auditIdIn = (typed: string): string | null => /^#?([1-9]\d{0,8})$/.exec(typed.trim())?.[1] ?? null
