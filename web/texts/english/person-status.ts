// Pausing, closing and opening a person, and closing one's own account (rules person-status, close-own, own-data).
import type { personTexts as indonesian } from '../indonesian/person-status.ts'
import type { InEnglish } from '../in-english.ts'

export const personTexts: InEnglish<typeof indonesian> = {
  filter: 'Status',
  filters: { all: 'All statuses', active: 'Active', paused: 'Paused', closed: 'Closed' },
  statuses: { active: 'Active', paused: 'Paused', closed: 'Closed' },
  title: 'Status of this person',
  now: {
    active: 'May sign in, send messages and withdraw.',
    paused: 'May sign in and see everything, but sends no messages and withdraws nothing.',
    closed: 'Cannot sign in. The WhatsApp accounts were unlinked; the balance stays on record.',
  },
  since: (by: string, since: string) => `By ${by === '' ? 'an admin' : by} since ${since}`,
  reason: (text: string) => `Reason: ${text}`,
  reasonHint: 'This person reads it, and it stands in the audit log.',
  pause: 'Pause this person',
  pauseTitle: (name: string) => `Pause ${name}?`,
  pauseLead:
    'All their WhatsApp accounts stop sending where they are and go on by themselves once the pause is lifted. A waiting withdrawal request cannot be accepted meanwhile.',
  pauseDone: 'This person is paused.',
  close: 'Close the account',
  closeTitle: (name: string) => `Close the account of ${name}?`,
  closeLead:
    'They are signed out on all devices at once and cannot sign in again. Their blasts are stopped and their WhatsApp accounts unlinked. The balance stays on record, and a waiting withdrawal request can still be decided.',
  closeDone: 'The account was closed.',
  open: 'Open again',
  openTitle: (name: string) => `Open ${name} again?`,
  openPaused: 'Blasts that wait go on by themselves, and withdrawals can be requested again.',
  openClosed: 'They can sign in again. Their WhatsApp accounts must be linked anew.',
  openDone: 'This person is active again.',
  failed: (text: string) => `The status could not be changed: ${text}`,
  waitsPaused: 'Member paused',
  waitsPausedHint: (reason: string) => `Can be accepted once the pause is lifted. Reason of the pause: ${reason}`,
  ownTitle: 'My data and account',
  ownLead:
    'Download everything we keep about you: profile, accounts, statement, withdrawals, bonuses, referrals, sign-ins, notifications.',
  download: 'Download my data',
  fileName: 'my-data.json',
  ownClose: 'Close my account',
  ownCloseTitle: 'Close your account?',
  ownCloseLead:
    'You are signed out on all devices and cannot sign in again. Blasts are stopped and your WhatsApp accounts unlinked. Withdraw your balance first: an account whose balance can still be withdrawn, or with a withdrawal that waits, cannot be closed. What is left below the smallest withdrawal is not paid.',
  ownCloseYes: 'Yes, close my account',
  ownCloseDone: 'Your account was closed.',
}
