// A withdrawal that waits until somebody has looked at its member's signals.
import type { InEnglish } from '../in-english.ts'
import type { heldTexts as indonesian } from '../indonesian/held-withdraws.ts'

export const heldTexts: InEnglish<typeof indonesian> = {
  badge: 'Held for a check',
  own: 'We are checking this request first. Your money is not reduced, and you may cancel the request.',
  office:
    'Cannot be accepted yet. An admin lifts the hold under Members, To be checked, or above the list where all are held.',
}
