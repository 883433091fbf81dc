// Pausing one account or the whole place, and what is read of it.
import type { pauseTexts as indonesian } from '../indonesian/pauses.ts'
import type { InEnglish } from '../in-english.ts'
import { many } from './many.ts'

export const pauseTexts: InEnglish<typeof indonesian> = {
  place: 'Paused together with all accounts. Goes on by itself after the pause.',
  account: (by: string, since: string) => `Paused by ${by === '' ? 'an admin' : by} since ${since}`,
  paused: 'paused',
  reason: 'Reason',
  reasonHint: 'The account’s owner reads this, and it is in the audit log.',
  ownerReads: 'What the owner of the account reads',
  allRead: 'What everybody reads above every page',
  hold: 'Pause account',
  holdOf: (name: string) => `Pause account ${name}`,
  holdTitle: 'Pause this account?',
  holdLead:
    'This account sends nothing until you resume it. A blast that is running waits where it is; messages on their way are completed.',
  holdDone: 'The account is paused.',
  release: 'Resume account',
  releaseOf: (name: string) => `Resume account ${name}`,
  releaseDone: 'The account may send again.',
  stop: 'Stop blast',
  stopOf: (name: string) => `Stop blast of ${name}`,
  stopTitle: 'Stop this account’s blast?',
  stopLead: 'This blast ends. Its owner reads your reason and may start it again.',
  stopDone: 'Blast stopped. Messages on their way are completed.',
  cardTitle: 'Pause all sending',
  cardOff: 'All accounts may send.',
  cardLead:
    'While paused no account sends a new message, one-off blasts and accounts that just started included. Messages on their way are completed, and a reply of BERHENTI is still answered.',
  cardLoad: 'The state of the pause could not be read.',
  pausePlace: 'Pause all',
  pauseTitle: 'Pause all sending?',
  pausePlaceHint: 'Everybody who sends reads this, and it is in the audit log.',
  pauseDone: 'All sending is paused.',
  missed: (count: string) =>
    many(
      count,
      'account has not answered; it stops within 2 minutes.',
      'accounts have not answered; they stop within 2 minutes.',
    ),
  resumePlace: 'Resume all',
  resumeTitle: 'Resume sending?',
  resumeText: 'Blasts that wait go on where they were. Those that their owners stopped stay stopped.',
  resumeDone: 'Sending goes on.',
  person: 'Paused with all accounts of its owner. It goes on by itself once the pause is lifted.',
}
