// Members to look at: signals with their evidence, and holds on withdrawals.
import type { InEnglish } from '../in-english.ts'
import type { fraudTexts as indonesian } from '../indonesian/fraud.ts'

export const fraudTexts: InEnglish<typeof indonesian> = {
  title: 'To be checked',
  lead: 'Signs that are counted every day. A sign is no proof: ask before you decide.',
  day: (day: string) => `Counted ${day}.`,
  loadFailed: 'This list could not be loaded.',
  empty: 'There is no member to check.',
  notYet: 'Nothing has been counted yet. The first count ends some minutes after the service has started.',
  toMembers: 'Members',
  columns: { member: 'Member', score: 'Score', signals: 'Signs', hold: 'Withdrawals', action: 'Action' },
  points: (points: string) => `+${points}`,
  kinds: {
    own_number: 'Messages arrived at their own accounts',
    ring: 'Messages arrived at other members’ accounts, and theirs came back',
    shared_bank: 'Same bank account number as another member',
    shared_device: 'Signed in on the same device as another member',
    shared_network: 'Signed in from the same network as another member',
    referral_self: 'Referral with the same bank account or device',
    referral_circle: 'The chain of referrals leads back to them',
    deleted_after_pay: 'Messages deleted after they were paid',
    never_delivered: 'Messages paid without a delivery receipt',
  },
  counted: (count: string, of: string) => `${count} of ${of} messages`,
  open: 'Can be accepted',
  held: 'Held for a check',
  heldBy: (by: string, since: string) => `By ${by}, ${since}`,
  heldByScore: (since: string) => `By the score, ${since}`,
  lifted: (by: string, at: string) => `Lifted before by ${by}, ${at}`,
  somebody: 'an admin',
  hold: 'Hold withdrawals',
  holdOf: (name: string) => `Hold withdrawals of ${name}`,
  holdLead:
    'This member’s withdrawal requests wait and cannot be accepted until you lift the hold. Their balance stays as it is, and they may go on working. They read that their request is being checked.',
  holdHint: 'Read by admins only, and in the audit log.',
  holdDone: 'This member’s withdrawals are held.',
  lift: 'Lift',
  liftOf: (name: string) => `Lift the hold on ${name}`,
  liftLead: 'Their requests can be accepted again. The count holds them again only with a higher score than now.',
  liftDone: 'This member’s withdrawals can be accepted again.',
  liftHint: 'What you checked. Read by admins only, and in the audit log.',
}
