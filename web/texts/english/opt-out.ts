// The page on which a recipient ends it, without a sign-in.
import type { optOutTexts as indonesian } from '../indonesian/opt-out.ts'
import type { InEnglish } from '../in-english.ts'

export const optOutTexts: InEnglish<typeof indonesian> = {
  title: 'Stop receiving messages',
  lead: (number: string) => `The number ${number} will get no more messages through WA Blaster, from any account.`,
  act: 'Stop receiving messages',
  acting: 'Saving...',
  done: 'Your number will get no more messages.',
  doneNote: 'This holds from now on. You may close this page.',
  broken: 'The link to unsubscribe is not valid.',
  brokenNote: 'Reply BERHENTI to the message you received; that works at once, too.',
  leadSealed: 'The number that got this link will get no more messages through WA Blaster, from any account.',
}
