// All withdraws wait, because the place pays far more than usual.
import type { payHoldTexts as indonesian } from '../indonesian/pay-hold.ts'
import type { InEnglish } from '../in-english.ts'

export const payHoldTexts: InEnglish<typeof indonesian> = {
  held: (since: string) =>
    `All withdraws are held since ${since} WIB, because the pay per hour is more than 3 times the usual.`,
  figures: (now: string, usual: string) => `The last hour paid ${now}, usually ${usual} at most.`,
  staff: 'Transfer nothing yet. Admins are checking it.',
  admin: 'Transfer nothing yet. Check prices, levels and fees that were changed lately, then let go if it is right.',
  lift: 'Let go',
  title: 'Let all withdraws go',
  lead: 'You say that this pay is right. Withdraws can be accepted and paid again.',
  hint: 'Goes on the audit log and the security record.',
  done: 'Withdraws can be processed again.',
}
