// Who changed a member's bank details last, in English.
import type { bankChangeTexts as indonesian } from '../indonesian/bank-change.ts'
import type { InEnglish } from '../in-english.ts'

export const bankChangeTexts: InEnglish<typeof indonesian> = {
  filled: (who: string, at: string) => `Bank details filled in by ${who}, ${at}.`,
  changed: (who: string, at: string) => `Bank details changed by ${who}, ${at}.`,
  member: 'this member',
  somebody: 'somebody',
  second: (at: string) => `Until ${at} it needs a second person, because the bank details were just replaced.`,
  network: 'You and this member signed in from the same network. Many people may share one, so this stops nothing.',
}
