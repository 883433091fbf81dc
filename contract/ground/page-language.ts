// The language of a page that the Worker draws, as its address asks for it. Free of zod.
export type PageLanguage = 'id' | 'en'
/** How the other one calls itself. */
export const OTHER_LANGUAGE: Readonly<Record<PageLanguage, string>> = { id: 'English', en: 'Bahasa Indonesia' }
export const languageOf = (asked: string | undefined): PageLanguage => (asked === 'en' ? 'en' : 'id')
