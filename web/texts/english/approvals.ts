// What waits for a second person.
import type { approvalTexts as indonesian } from '../indonesian/approvals.ts'
import type { InEnglish } from '../in-english.ts'

export const approvalTexts: InEnglish<typeof indonesian> = {
  title: 'Approvals',
  lead: 'Money above the limits in the settings moves once a second person has approved it.',
  loadFailed: 'The approvals could not be loaded.',
  empty: 'Nothing waits for an approval.',
  filteredEmpty: 'No approval has this status.',
  alone:
    'You are the only admin, so nobody can approve what you ask for. Make someone else an admin, or change the limits in the settings.',
  filter: 'Status of the approval',
  statuses: { waiting: 'Waiting', approved: 'Approved', refused: 'Refused' },
  columns: { what: 'Request', asked: 'Asked', status: 'Status', action: 'Action' },
  kinds: {
    bonus: (amount: string, name: string) => `Bonus of ${amount} for ${name}`,
    price: (amount: string, name: string) => `Price of a message of ${name} becomes ${amount}`,
    level: (amount: string, name: string) => `Price of level ${name} becomes ${amount}`,
    withdraw: (amount: string, name: string) => `Withdrawal of ${amount} by ${name}`,
    setting: (amount: string) => `Settings: a limit or price becomes ${amount}`,
    settingOff: 'Settings: the limit of the second person is switched off',
  },
  by: (name: string, at: string) => `by ${name}, ${at}`,
  somebody: 'somebody who is gone',
  mine: 'Waits for someone else',
  forMe: 'It is for you: someone else decides.',
  approve: 'Approve',
  refuse: 'Refuse',
  takeBack: 'Take back',
  actOn: (act: string, what: string) => `${act}: ${what}`,
  approveText: (what: string) => `${what}. It is done as soon as you approve it.`,
  refuseText: (what: string) => `${what}. It will not be done.`,
  approved: 'Approved and done.',
  refused: 'The request is refused.',
  because: (reason: string) => `Reason: ${reason}`,
  asked: 'Waits for a second person’s approval. See Withdrawal requests, Approvals.',
}
