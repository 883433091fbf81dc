// Statement: what moved a balance, and what each line is made of.
import type { MONEY_KINDS } from '../../../contract/money/file-texts.ts'
import type { statementTexts as indonesian } from '../indonesian/statement.ts'
import type { InEnglish } from '../in-english.ts'
import { many } from './many.ts'

const kinds: InEnglish<typeof MONEY_KINDS> = {
  blast_income: 'Blast earnings',
  income_reversal: 'Earnings reversed',
  referral_income: 'Referral earnings',
  bonus: 'Bonus',
  bonus_reversal: 'Bonus cancelled',
  withdraw_hold: 'Withdrawal',
  withdraw_release: 'Withdrawal returned',
}

export const statementTexts: InEnglish<typeof indonesian> = {
  title: 'Statement',
  lead: 'Everything that adds to the balance or takes from it. Earnings are posted once a day after midnight WIB, or when a withdrawal is requested.',
  back: 'Back to Withdraw',
  backToMember: 'Back to the member’s settings',
  loadFailed: 'The statement could not be loaded',
  empty: 'No entries yet. The first earnings appear here.',
  openTitle: 'Not posted yet',
  openLead: 'Part of the balance already.',
  listTitle: 'Posted',
  link: 'Show statement',
  columns: { what: 'Description', createdAt: 'Posted', amount: 'Amount', balance: 'Balance after it' },
  kinds,
  filteredEmpty: 'No entry matches. Change the type or the dates.',
  kind: 'Type',
  allKinds: 'All types',
  from: 'From',
  to: 'To',
  clear: 'Clear filters',
  export: 'Export CSV',
  exportFailed: 'The file could not be downloaded',
  pages: 'Pages of the statement',
  newer: 'Newer',
  older: 'Older',
  view: 'View',
  views: { '': 'Statement', accounts: 'Earnings by account' },
  incomeTitle: 'Earnings by account and day',
  incomeLead: 'Including what is not posted yet.',
  incomeColumns: { day: 'Date', account: 'Account', messages: 'Messages', income: 'Earnings' },
  withReversed: (messages: string, reversed: string) => `${messages}, ${reversed} taken back`,
  notes: {
    income_reversal: 'A message that had been sent was deleted or changed from the WhatsApp account that sent it.',
  },
  of: (what: string, day: string) => `${what}, ${day}`,
  parts: (what: string) => `Details of ${what}`,
  show: (what: string) => `Show details of ${what}`,
  hide: (what: string) => `Hide details of ${what}`,
  messages: (count: string) => many(count, 'message', 'messages'),
  priced: (count: string, price: string) => `${many(count, 'message', 'messages')} × ${price}`,
  unknownAccount: 'An account that is no longer here',
  unknownPerson: 'A member who is no longer here',
}
