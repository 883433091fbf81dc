// Keywords by which somebody asks for messages: DAFTAR, a word, and a code that nobody writes by chance (rule opt-in-message). Free of zod.
import { normalizeReply, OPT_OUT_MAX_CHARS } from './opt-out.ts'

/** Without signs that are taken for each other. */
export const CODE_SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const CODE_LENGTH = 3
/** Of a form of the joining page, behind the keyword (rule form-consent). */
export const FORM_LENGTH = 13
const SHAPE = /^(DAFTAR[A-Z]{2,20}(?=[A-Z]{0,2}[2-9])[2-9A-HJKMNP-Z]{3})([2-9A-HJKMNP-Z]{13})?$/

/** As people are told to write it. */
export const keywordOf = (word: string, code: string): string => `DAFTAR ${word} ${code}`
/** What the joining page writes for who ticked its form. */
export const formTextOf = (keyword: string, form: string): string => `${keyword} ${form}`
/** What is compared: case and spaces do not count. null: the text is no keyword, whatever programmes there are. */
export const keywordIn = (text: string): string | null => {
  if (text.length > OPT_OUT_MAX_CHARS) return null
  const word = normalizeReply(text).replaceAll(' ', '')
  return SHAPE.test(word) ? word : null
}
/** Of what `keywordIn` answered: the keyword, and the form's code behind it. A keyword has digits in its last three signs only, so no text is both. */
export const partsOf = (heard: string): { word: string; form: string | null } => {
  const [, word = heard, form = null] = SHAPE.exec(heard) ?? []
  return { word, form }
}
