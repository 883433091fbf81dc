// What a reply means that is no keyword (rule own-words): people say stop in words of their own. Pure, and apart from opt-out.ts, because the
// page needs none of it.
import { isOptIn, isOptOut } from './opt-out.ts'
import { FILLERS, NEGATED_BY_TWO, NEGATIONS, PHRASES, POLITE, SPELLINGS, WHOLE } from './stop-words.ts'

/** Rule own-words. stop: it ends sending. doubt: it holds words of stopping among many others, so nothing is sent for a day and its author is asked once. */
export type Meaning = 'stop' | 'doubt'
/** A reply of more words than this may be about something else. */
const STOP_MAX_WORDS = 6
/** Of a longer text the beginning is read. */
const READ_CHARS = 2_000

/** Lower case, each letter once where it is doubled. */
const simple = (text: string): string => text.toLowerCase().replace(/(\p{L})\1+/gu, '$1')
const wordsOf = (text: string): string[] => simple(text).split(' ')

const BASES = new Map(
  Object.entries(SPELLINGS).flatMap(([base, others]) =>
    [base, ...others.split(' ')].map((word) => [simple(word), simple(base)] as const),
  ),
)
const SMALL = new Set(wordsOf(FILLERS))
const BESIDE = new Set([...SMALL, ...wordsOf(POLITE)])
const NOT_US = new Set(wordsOf(NEGATIONS))
const TWO = { first: new Set(wordsOf(NEGATED_BY_TWO.first)), second: new Set(wordsOf(NEGATED_BY_TWO.second)) }

type Phrase = readonly ReadonlySet<string>[]
const phraseOf = (text: string): Phrase => wordsOf(text).map((place) => new Set(place.split('|')))
const ANYWHERE = PHRASES.map(phraseOf)
const ALONE = WHOLE.map(phraseOf)

/** A word as it is written, the word that it is a spelling of, and whether a sign parts it from the one before. */
type Word = { written: string; base: string; opens: boolean }
const wordOf = (token: string, at: number): Omit<Word, 'opens'> => {
  const written = token.replace(/(?<=\p{L})\d+$/u, '')
  // Javanese for "do not"; elsewhere in a sentence the Indonesian "just"
  if (written === 'aja' && at === 0) return { written, base: 'jangan' }
  const bare = written.replace(/(?<=\p{L}{3})(nya|lah|kah)$/u, '')
  return { written, base: BASES.get(written) ?? BASES.get(bare) ?? bare }
}
const read = (text: string): Word[] => {
  const plain = simple(text.slice(0, READ_CHARS).normalize('NFKC').replace(/['’`]/g, ''))
  let end = 0
  return [...plain.matchAll(/[\p{L}\p{N}]+/gu)].map((found, at) => {
    const opens = /[.,;:!?…\n]/.test(plain.slice(end, found.index))
    end = found.index + found[0].length
    return { ...wordOf(found[0], at), opens }
  })
}

const fits = (word: Word, place: ReadonlySet<string>): boolean => place.has(word.base) || place.has(word.written)
const isSmall = (word: Word): boolean => SMALL.has(word.written)
/** Whether the rest of a phrase follows, with nothing but fillers between its words. */
const follows = (words: readonly Word[], from: number, rest: Phrase): boolean => {
  const [place, ...others] = rest
  if (!place) return true
  for (let at = from; at < words.length; at += 1) {
    const word = words[at]
    if (!word) return false
    if (fits(word, place) && follows(words, at + 1, others)) return true
    if (!isSmall(word)) return false
  }
  return false
}
const isNegated = (words: readonly Word[], at: number): boolean => {
  const begins = words.slice(0, at + 1).findLastIndex((word) => word.opens)
  const [one, two] = words
    .slice(Math.max(0, begins), at)
    .filter((word) => !isSmall(word))
    .toReversed()
  if (!one) return false
  if (NOT_US.has(one.base) || NOT_US.has(one.written)) return true
  return two !== undefined && TWO.second.has(one.base) && TWO.first.has(two.base)
}
const holds = (words: readonly Word[], phrase: Phrase): boolean =>
  words.some((word, at) => {
    const [first, ...rest] = phrase
    return first !== undefined && fits(word, first) && !isNegated(words, at) && follows(words, at + 1, rest)
  })
const isNothingBut = (words: readonly Word[], phrase: Phrase): boolean => {
  const said = words.filter(({ written }) => !BESIDE.has(written))
  return said.length === phrase.length && said.every((word, at) => fits(word, phrase[at] ?? new Set()))
}

/** null: nothing of the kind. A keyword by which somebody asks for more is never a stop. */
export const meaningOf = (text: string): Meaning | null => {
  if (isOptOut(text)) return 'stop'
  if (isOptIn(text)) return null
  const words = read(text)
  if (!ANYWHERE.some((phrase) => holds(words, phrase)) && !ALONE.some((phrase) => isNothingBut(words, phrase)))
    return null
  return words.length <= STOP_MAX_WORDS ? 'stop' : 'doubt'
}
