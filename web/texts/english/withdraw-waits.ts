// The wait of a tied decider, for the office and for the member, in English (rule decider-wait).
import type { waitTexts as indonesian } from '../indonesian/withdraw-waits.ts'
import type { InEnglish } from '../in-english.ts'
import { tieNouns } from './ties.ts'

export const waitTexts: InEnglish<typeof indonesian> = {
  ties: tieNouns,
  somebody: 'Somebody',
  ask: 'Open a wait of 72 hours?',
  asked: (name: string, nominal: string) =>
    `About the request for ${nominal} by ${name}: ${name} is told now in the bell, on devices and by mail, and may press Not me until the money is ordered at the bank. After 72 hours you may accept it, if there is still nobody else. Reconciliation names it.`,
  open: 'Open the wait',
  opened: 'The wait is open. The member has been told.',
  openFailed: 'The wait was not opened',
  office: (by: string, tie: string, until: string) =>
    `Wait opened by ${by} (${tie}), over ${until}. The member has been told.`,
  officeStopped: (at: string) =>
    `The member pressed Not me ${at}. Only somebody who is not tied to them may lift the hold and decide.`,
  own: (by: string, tie: string, until: string) =>
    `${by} is tied to you (${tie}) and nobody else may decide. From ${until} they may pay it. If you did not ask for it, press Not me.`,
  ownStopped: 'You pressed Not me. This request is held until somebody who is not tied to you has looked at it.',
  notMe: 'Not me',
  notMeTitle: 'You did not ask for it?',
  notMeText: (nominal: string) =>
    `The request for ${nominal} and your other withdrawals are held until somebody who is not tied to you has looked at them. You cannot take this back yourself. Change your password, too.`,
  notMeYes: 'Not me, hold it',
  notMeDone: 'Your withdrawals are held.',
  notMeFailed: 'Could not be held',
  reconciled: 'Accepted after a wait',
  reconciledLead: 'By who is tied to the member, because there was nobody else.',
  reconciledTable: 'Requests accepted after a wait',
  columns: { name: 'Name', nominal: 'Amount', by: 'Accepted', tie: 'Tie' },
  byAt: (by: string, at: string) => `${by}, ${at}`,
}
