// A person's accounts, ledger, bonuses and withdraws on their page in the office.
import type { overviewTexts as indonesian } from '../indonesian/overview.ts'
import type { InEnglish } from '../in-english.ts'
import { many } from './many.ts'

export const overviewTexts: InEnglish<typeof indonesian> = {
  title: 'Summary',
  failed: 'The summary could not be loaded.',
  accounts: 'WhatsApp accounts',
  accountSums: (total: string, connected: string) => `${many(total, 'account', 'accounts')} · ${connected} connected`,
  noAccounts: 'No account linked yet.',
  unnamed: 'No name',
  allAccounts: 'All accounts',
  strikes: 'Violations',
  strikeSum: (count: string) => `suspended ${many(count, 'time', 'times')}`,
  strikesOf: (count: string) => `Suspended ${many(count, 'time', 'times')}`,
  noStrikes: 'No violations.',
  ledger: 'Statement',
  balance: (amount: string) => `Balance ${amount}`,
  noLedger: 'No entries yet.',
  allLedger: 'All entries',
  bonuses: 'Bonuses',
  bonusSum: (amount: string) => `${amount} in all`,
  noBonuses: 'No bonus yet.',
  allBonuses: 'All bonuses',
  giveBonus: 'Give bonus',
  withdraws: 'Withdrawals',
  withdrawSums: (paid: string, waiting: string) => `${paid} paid · ${waiting} waiting`,
  noWithdraws: 'No request yet.',
  allWithdraws: 'Withdrawal requests',
}
