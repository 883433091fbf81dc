// Programmes: what people agree to by a keyword that they write themselves.
import type { programmeTexts as indonesian, shownNumberTexts as indonesianOfNumber } from '../indonesian/programmes.ts'
import type { InEnglish } from '../in-english.ts'

export const programmeTexts: InEnglish<typeof indonesian> = {
  title: 'Programmes',
  lead: 'People join by writing a keyword with its code to one of the accounts. That is the surest consent.',
  table: 'List of programmes',
  search: 'Search programmes',
  searchHint: 'Title or keyword',
  loadFailed: 'The programmes could not be loaded.',
  empty: 'Make a programme, then show its keyword on posters and at the till.',
  add: 'Make a programme',
  columns: { title: 'Programme', keyword: 'Keyword', state: 'Status', optIns: 'Joined', action: 'Action' },
  active: 'Running',
  ended: 'Ended',
  until: (day: string) => `until ${day}`,
  byWhom: (who: string) => `By ${who}`,
  privacyOf: (version: string) => `Privacy text ${version}`,
  end: 'End',
  endOf: (title: string) => `End: ${title}`,
  endTitle: 'End the programme?',
  endText: (title: string) => `The keyword of “${title}” lets nobody join any more. Whoever has joined stays.`,
  endYes: 'Yes, end it',
  endedNow: 'The programme has ended.',
  endFailed: 'The programme could not be ended. Try again.',
  poster: {
    open: 'Poster & link',
    openOf: (title: string) => `Poster and link: ${title}`,
    title: 'Poster and link',
    note: 'Poster and link hold our address and nobody’s number. A number is chosen when the button is pressed, from accounts whose owners allow it.',
    nobody:
      'At present its button opens nobody’s number: no account is connected whose owner allows it. Members allow it in their profile, under “Newcomers”.',
    copy: 'Copy the link',
    copied: 'The link is copied.',
    copyFailed: 'The link could not be copied.',
    alt: (title: string) => `Poster of ${title}`,
    pdf: 'Download PDF',
    png: 'Download PNG',
    failed: 'The poster could not be made. Try again.',
    lead: 'Scan, or open on a phone:',
    stop: 'Stop at any time by answering BERHENTI.',
  },
  createTitle: 'Make a programme',
  createLead: 'It cannot be changed afterwards, because people agree to these words. The code is made for you.',
  create: 'Make it',
  createFailed: 'The programme could not be made. Try again.',
  created: (keyword: string) => `The programme is there. Its keyword: ${keyword}`,
  fields: {
    title: ['Title', 'Named in the answer, for example “Promo Toko Melati”.'],
    id: ['Short address', 'Small letters and hyphens, for example promo-melati.'],
    word: ['Word after DAFTAR', 'One word: PROMO becomes DAFTAR PROMO 7K2.'],
    what: ['What is sent', 'For example “Discounts and new goods of Toko Melati”.'],
    frequency: ['How often', 'For example “At most 4 messages a month”.'],
    by_whom: ['Who sends it', 'The business that answers for it.'],
    privacy: ['Privacy text', 'What is kept, what for, and how it is erased.'],
    privacy_version: ['Version of the privacy text', 'For example 2026-11.'],
    topic: ['Topic (may be empty)', 'For example discounts, or times.'],
    ends_on: ['Last day (may be empty)', 'Afterwards nobody can join.'],
  },
}

/** The card of a member's profile. */
export const shownNumberTexts: InEnglish<typeof indonesianOfNumber> = {
  title: 'Newcomers',
  lead: 'Whoever opens a joining page can be led to one of your numbers, to write the message by which they join.',
  retry: 'Try again',
  isHidden: 'Your number is shown to nobody.',
  isShown:
    'Allowed. Whoever presses the button of a joining page may see the number of a connected account of yours. Your account answers their keyword, once a day for each person.',
  show: 'Allow my number to be shown',
  hide: 'Show it no more',
}
