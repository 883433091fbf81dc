// What waits for a person of the office: the inbox, the bell and home.
import type { inboxTexts as indonesian } from '../indonesian/inbox.ts'
import type { InEnglish } from '../in-english.ts'
import { many } from './many.ts'

const DECIDE = 'Approve or refuse'

export const inboxTexts: InEnglish<typeof indonesian> = {
  title: 'Waiting for you',
  lead: 'What is old and worth much comes first. A row goes once it is done.',
  all: 'See all',
  first: 'The first ones',
  waiting: (count: string) => `${count} waiting for you`,
  kindsLabel: 'By kind',
  kinds: {
    trouble: (count) => many(count, 'trouble', 'troubles'),
    approval: (count) => many(count, 'approval', 'approvals'),
    payout: (count) => many(count, 'payout batch', 'payout batches'),
    withdraw: (count) => many(count, 'withdrawal', 'withdrawals'),
    source: (count) => many(count, 'source held', 'sources held'),
    campaign: (count) => many(count, 'campaign that paused itself', 'campaigns that paused themselves'),
    data_request: (count) => many(count, 'data request', 'data requests'),
    check: (count) => many(count, 'member to check', 'members to check'),
    suspended: (count) => many(count, 'suspended account', 'suspended accounts'),
    restricted: (count) => many(count, 'restricted account', 'restricted accounts'),
  },
  rows: {
    trouble: { what: (name, note) => (note === '' ? name : `${name}: ${note}`), act: 'See what to do' },
    approval_bonus: { what: (name) => `Bonus for ${name}, second person`, act: DECIDE },
    approval_price: { what: (name) => `Price per message of ${name}, second person`, act: DECIDE },
    approval_level: { what: () => 'Price of a level, second person', act: DECIDE },
    approval_withdraw: { what: (name) => `Withdrawal of ${name}, second person`, act: DECIDE },
    approval_return: { what: (name) => `Withdrawal of ${name} sent back by the bank, second person`, act: DECIDE },
    approval_setting: { what: () => 'Settings of limits or prices, second person', act: DECIDE },
    approval_lift: { what: () => 'A number leaves the stop list, second person', act: DECIDE },
    payout_approve: { what: (_, number) => `Batch ${number}, second person`, act: 'Approve the batch' },
    payout_fetch: { what: (_, number) => `Batch ${number} is not downloaded yet`, act: 'Download the bank file' },
    payout_result: { what: (_, number) => `Batch ${number} waits for the bank's result`, act: 'Upload the result' },
    withdraw_decide: { what: (name) => `Withdrawal of ${name}`, act: 'Accept or reject' },
    withdraw_transfer: { what: (name) => `Withdrawal of ${name} is not transferred yet`, act: 'Record the transfer' },
    source_held: { what: (name) => `Source of consent “${name}” is held`, act: 'Check the proof' },
    campaign_stopped: { what: (name) => `Campaign “${name}” paused itself`, act: 'See why' },
    data_request: { what: () => 'The erasure of somebody’s data has not ended', act: 'Open data requests' },
    check_held: { what: (name) => `Withdrawals of ${name} are held`, act: 'Check the member' },
    check_listed: { what: (name) => `${name} is to be checked`, act: 'Check the member' },
    suspended: { what: (name) => `Account ${name} is suspended`, act: 'Activate the account' },
    restricted: {
      what: (name, until) => `Account ${name} is restricted by WhatsApp${until === '' ? '' : ` until ${until}`}`,
      act: 'See the account',
    },
  },
  actOn: (act: string, what: string) => `${act}: ${what}`,
  waits: (duration: string) => `Waiting for ${duration}`,
  justNow: 'Just now',
  still: (duration: string) => `Not sending for ${duration}`,
  cut: (shown: string, count: string) => `The first ${shown} of ${count}. The others are in their own lists.`,
  empty: 'Nothing is waiting for you',
  emptyNote:
    'Withdrawals, approvals of a second person, payout batches, sources of consent that are held, campaigns that paused themselves, data requests, members to check, stopped accounts and troubles will be here, each with its button.',
  emptyNoteStaff: 'Withdrawals, payout batches and approvals of a second person will be here, each with its button.',
}
