// A pairing code that is shown, kept in the tab: while WhatsApp is in front, where it is typed, many a phone throws the tab away, and the
// page that is loaded then must know what it asked for (rule linking).
import { KEPT_LINK } from '../../../lib/session/kept-rules.ts'
import { type LinkState, START } from './link-state.ts'

/** whose: the person, the purpose, and the account that is linked again. */
export type KeptLink = { whose: string; clientid: string; phone: string; code: string; until: number }
/** So long after its code ended it is still asked whether that linked the account. */
const ASKED_MS = 15 * 60_000

/** @param text as it was kept */
export const readKept = (text: string | null, whose: string, now: number): KeptLink | null => {
  try {
    const kept = JSON.parse(text ?? 'null') as KeptLink | null
    return kept?.whose === whose && now < kept.until + ASKED_MS ? kept : null
  } catch {
    return null
  }
}
export const beginWith = (kept: KeptLink | null, now: number): LinkState =>
  kept && now < kept.until ? { step: 'code', code: kept.code, until: kept.until } : START

export const keptLink = (whose: string, now: number): KeptLink | null => {
  try {
    return readKept(sessionStorage.getItem(KEPT_LINK), whose, now)
  } catch {
    return null
  }
}
/** null: there is nothing to come back to. */
export const keepLink = (kept: KeptLink | null): void => {
  try {
    if (kept) sessionStorage.setItem(KEPT_LINK, JSON.stringify(kept))
    else sessionStorage.removeItem(KEPT_LINK)
  } catch {
    // a browser without storage forgets it
  }
}
