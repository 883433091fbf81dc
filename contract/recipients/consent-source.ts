// Where and how somebody agreed (rule consent-words): words, so that a later reader knows what to look for. Free of zod, because
// the page asks the same before it sends.
export const SOURCE_MAX = 300
const LETTERS_MIN = 8

/** What nobody sees: zero-width and bidirectional marks, fillers that count as letters, halves of characters, unassigned ones. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{Co}\p{Cn}]+/gu
/** One line without what nobody sees, as it is stored. */
export const readSource = (raw: string): string =>
  raw
    .replace(INVISIBLE, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, SOURCE_MAX)
    .trimEnd()

/** @param source as `readSource` answers it */
export const isSource = (source: string): boolean => (source.match(/\p{L}/gu)?.length ?? 0) >= LETTERS_MIN
/** Nothing was written, or words: a source that is there must say something. */
export const isSourceOrNone = (raw: string): boolean => raw.trim() === '' || isSource(readSource(raw))
