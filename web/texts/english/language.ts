// The choice of a language. Each language is named in its own words, so that those who need it can read it.
import type { languageTexts as indonesian } from '../indonesian/language.ts'
import type { InEnglish } from '../in-english.ts'

export const languageTexts: InEnglish<typeof indonesian> = {
  tag: 'en',
  label: 'Language',
  names: { id: 'Bahasa Indonesia', en: 'English' },
  offline: 'The language can be changed once the connection is back.',
}
