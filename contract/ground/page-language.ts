// The language of a page that the Worker draws, as its address asks for it. Free of zod.
export type PageLanguage = 'id' | 'en'
/** How the other one calls itself. */
export const OTHER_LANGUAGE: Readonly<Record<PageLanguage, string>> = { id: 'English', en: 'Bahasa Indonesia' }
/** What stands in its place when it fails. */
export const FAILED_PAGE: Readonly<Record<PageLanguage, { title: string; note: string }>> = {
  id: { title: 'Halaman ini tidak dapat dimuat', note: 'Coba lagi sebentar lagi.' },
  en: { title: 'This page could not be loaded', note: 'Try again in a moment.' },
}
export const languageOf = (asked: string | undefined): PageLanguage => (asked === 'en' ? 'en' : 'id')
