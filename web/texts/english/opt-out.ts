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
  aboutTitle: 'What we have on record about this number',
  aboutOf: (number: string) => `Number ${number}`,
  aboutFailed: 'What is on record about this number cannot be loaded.',
  agreed: 'You agreed by',
  agreedAt: (when: string) => `recorded ${when}`,
  agreedNone: 'No consent is on record.',
  got: 'Messages delivered',
  gotNone: 'No message yet.',
  gotSome: (count: string, when: string) => `Messages: ${count}, the last one ${when}`,
  stopped: (when: string) =>
    `This number has received no messages since ${when}. If you want messages again, reply MULAI to one of ours; the operator can then open it.`,
  snoozed: (when: string) => `No messages until ${when}.`,
  history: 'History',
  events: {
    granted: 'Consent recorded',
    withdrawn: 'Consent withdrawn',
    opt_out: 'You asked to stop',
    opt_in: 'You wrote MULAI',
    snoozed: 'Messages snoozed for a while',
    disputed: 'You said that you never agreed',
    lifted: 'Taken off the opt-outs',
    erased: 'Data erased',
  },
  snooze: 'Snooze for 30 days',
  dispute: 'I never agreed',
  disputeTitle: 'You never agreed?',
  disputeText:
    'Your number stops receiving messages at once, and the operator sees which source you dispute. If you want messages again one day, reply MULAI; the operator can then open it.',
  save: 'Download this data',
  saveAs: 'my-data.json',
  /** Signed, so that it can be shown to others. */
  receipt: 'Save a receipt',
  receiptSaved: 'The receipt is saved. Anybody can check it, also without an account.',
  receiptCheck: 'Open the page that checks it',
  receiptAs: 'receipt-of-consent.txt',
  erase: 'Erase my data',
  eraseTitle: 'Erase the data of this number?',
  eraseText:
    'The name, consent and history of this number are erased for good, and it gets no more messages. Only the number’s hash stays, so that nobody writes to it again.',
  erased: 'The data of this number has been erased.',
  cancel: 'Cancel',
}
