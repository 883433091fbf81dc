// What was sent to a number when, by which account (rule timeline).
import type { timelineTexts as indonesian } from '../indonesian/timeline.ts'
import type { InEnglish } from '../in-english.ts'
import { many } from './many.ts'

export const timelineTexts: InEnglish<typeof indonesian> = {
  title: 'History of messages',
  failed: 'The history of messages could not be loaded.',
  columns: { at: 'Time', what: 'Event', account: 'Account', which: 'Campaign · template', consent: 'Consent' },
  never: 'Nobody has written to this number yet.',
  unknown: (moment: string) =>
    `Last written to ${moment}, but by which account was not noted: that is kept from this version on.`,
  nothing: 'The accounts asked keep nothing about this number.',
  asked: {
    last: (name: string) => `Asked: ${name}, which wrote to this number last.`,
    holds: (name: string) => `Asked: ${name}, which holds this number now.`,
  },
  silent: (name: string) => `${name} did not answer; what it noted is missing here.`,
  cut: (name: string) => `${name} keeps more; the oldest is not shown.`,
  reach: (day: string) => `Accounts keep messages since ${day}, stops and questions for a day.`,
  others: 'Other accounts that wrote before, and campaigns that ended long ago, have not been asked yet.',
  askAll: 'Ask all accounts',
  askedSoFar: (accounts: string) => `${many(accounts, 'account has', 'accounts have')} been asked.`,
  askedAll: (accounts: string) =>
    `${many(accounts, 'account was', 'accounts were')} asked, which is everybody, and campaigns that ended long ago, too.`,
  silentMany: (count: string, names: string) =>
    `${count} did not answer, ${names} among them; what they noted is missing here.`,
  consent: (source: string, day: string) => `${source}, ${day}`,
  noConsent: 'Not on record',
  kinds: {
    stop: 'Asked to stop',
    doubt: 'A reply that may be a stop',
    info: 'Asked what is kept',
    opt_in: 'Asked for messages again',
  },
  outcomes: {
    success: 'Message sent',
    fail: 'Message failed',
    pending: 'Message on its way',
    unknown: 'Message not answered by WhatsApp yet',
  },
  delivered: (when: string) => `delivered ${when}`,
  read: (when: string) => `read ${when}`,
  revoked: (when: string) => `deleted by its sender ${when}`,
  oneOff: 'one-off blast',
  standing: 'Umum',
  campaignGone: 'Deleted campaign',
  templateGone: 'deleted template',
  campaigns: 'In campaigns',
  campaignColumns: {
    campaign: 'Campaign',
    state: 'Outcome',
    at: 'Time',
    came: 'Read / Answered',
    template: 'Template',
  },
}
