// Bonuses, for members and for admins.
import { many } from './many.ts'
import type { bonusTexts as indonesian } from '../indonesian/bonus.ts'
import type { InEnglish } from '../in-english.ts'

export const bonusTexts: InEnglish<typeof indonesian> = {
  title: 'Bonuses',
  totalTitle: (total: string) => `Total bonuses ${total}`,
  search: 'Search bonuses',
  searchHint: 'Name, email, or ID',
  sumLabel: (count: string) => `Sum of ${many(count, 'bonus', 'bonuses')}`,
  send: 'Send bonus',
  createTitle: 'Send bonus',
  createLead: 'A bonus is added to the member’s balance at once.',
  loadFailed: 'Error fetching Bonus list',
  columns: {
    member: 'Member',
    nominal: 'Amount',
    reason: 'Note',
    createdAt: 'Created',
    receivedAt: 'Received',
    givenBy: 'From',
    action: 'Action',
  },
  somebody: 'Someone who is no longer here',
  emptyMember: 'Bonuses from an admin appear here.',
  emptyAdmin: 'No bonus has been sent yet.',
  subject: (name: string, nominal: string) => `bonus ${name} ${nominal}`,
  deleteText: (name: string, nominal: string) =>
    `The bonus of ${nominal} for ${name} will be deleted and the balance reduced by that amount.`,
  deleteSpent: 'A withdrawal that is waiting can only be accepted once the balance is no longer below zero.',
  deleteAnyway: 'Delete anyway',
  member: 'Member',
  memberHint: 'Search by name, email or ID.',
  chooseMember: 'Choose a member',
  searchMember: 'Search members',
  nominal: 'Amount (Rp)',
  nominalHint: 'Whole rupiah, for example 25.000.',
  reason: 'Note',
  reasonHint: 'The member reads this.',
  submit: 'Send',
  submitting: 'Sending...',
  sent: 'The bonus has been sent.',
}
