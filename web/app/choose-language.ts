// Indonesian or English: kept in local storage, Indonesian unless chosen. Each language is a build of its own, which public/theme.js
// takes at the next load (rule language).
import { isOnline } from '../lib/api/connection.ts'
import { hasHeldDrafts } from '../lib/forms/held-drafts.ts'
import { leave } from '../lib/forms/leaving.ts'
import { languageTexts as texts } from '../texts/indonesian.ts'

const KEY = 'language'
type Language = keyof typeof texts.names
export const LANGUAGES = Object.keys(texts.names) as Language[]

/** A browser's word about the line is not enough, because a page that does not come back is worse than the other language. */
const isThere = async (): Promise<boolean> => {
  if (!isOnline()) return false
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** Reloads the page in this language. What is typed and not saved is asked about first. @returns false: it cannot be fetched now */
export const chooseLanguage = async (chosen: Language): Promise<boolean> => {
  if (chosen === texts.tag) return true
  if (!(await isThere())) return false
  leave(() => {
    try {
      localStorage.setItem(KEY, chosen)
    } catch {
      // Without local storage there is nowhere to keep the choice.
      return
    }
    location.reload()
  })
  return true
}

/** A page that the browser kept whole and shows again, as after Back, may be in the language of before. */
export const followLanguage = (): void =>
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || hasHeldDrafts()) return
    try {
      if ((localStorage.getItem(KEY) === 'en' ? 'en' : 'id') !== texts.tag) location.reload()
    } catch {
      // nothing is kept, so nothing has changed
    }
  })
