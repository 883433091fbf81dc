// Keywords by which somebody asks for messages: DAFTAR, a word, and a code that nobody writes by chance (rule opt-in-message). Free of zod.
import { normalizeReply, OPT_OUT_MAX_CHARS } from './opt-out.ts'

/** Without signs that are taken for each other. */
export const CODE_SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const CODE_LENGTH = 3
const SHAPE = /^DAFTAR[A-Z]{2,20}(?=[A-Z]*[2-9])[2-9A-HJKMNP-Z]{3}$/

/** As people are told to write it. */
export const keywordOf = (word: string, code: string): string => `DAFTAR ${word} ${code}`
/** What is compared: case and spaces do not count. null: the text is no keyword, whatever programmes there are. */
export const keywordIn = (text: string): string | null => {
  if (text.length > OPT_OUT_MAX_CHARS) return null
  const word = normalizeReply(text).replaceAll(' ', '')
  return SHAPE.test(word) ? word : null
}
