// The kinds of notices, who gets which, and where they go unless a person chooses otherwise (rule notices). Apart from the
// schemas, so that the page's first load needs no zod.
import type { Role } from './role-table.ts'

/** account_out: WhatsApp ended the link, or no try brought it back. account_rests: too many of those it wrote to stopped, or got nothing (rule rates). person_status: an admin paused, closed or opened the person. new_device, credentials: a sign-in from a device that is not known, a change of what one signs in with or is paid to. recipients_again: what the person asked to be told (rule recipients-again). withdraw_wait: somebody tied to the person waits to decide about their withdraw. office_…: for those who run the place; approval: something waits for a second person; decided: what the person asked for no longer does. */
export const NOTICE_KINDS = [
  'account_out',
  'account_suspended',
  'account_activated',
  'account_rests',
  'withdraw_paid',
  'withdraw_rejected',
  'withdraw_wait',
  'blast_finished',
  'recipients_again',
  'person_status',
  'new_device',
  'credentials',
  'office_withdraw',
  'office_suspended',
  'office_approval',
  'office_decided',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

const APPROVALS: readonly NoticeKind[] = ['office_approval', 'office_decided']
const OFFICE: readonly NoticeKind[] = ['office_withdraw', 'office_suspended', ...APPROVALS]
const OWN_ACCOUNTS: readonly NoticeKind[] = [
  'account_out',
  'account_suspended',
  'account_activated',
  'account_rests',
  'blast_finished',
  'recipients_again',
]
const SECURITY: readonly NoticeKind[] = ['new_device', 'credentials']
const KINDS_OF: Record<Role, readonly NoticeKind[]> = {
  member: NOTICE_KINDS.filter((kind) => !OFFICE.includes(kind)),
  // the accounts of staff ask which numbers exist, and never blast
  staff: ['account_out', 'person_status', ...SECURITY, 'office_withdraw', ...APPROVALS],
  dev: NOTICE_KINDS,
  admin: [...OWN_ACCOUNTS, 'person_status', ...SECURITY, ...OFFICE],
}
/** What a person with this role may be told. */
export const kindsOf = (role: Role): readonly NoticeKind[] => KINDS_OF[role]

/** in_app: in the bell's list. push: on devices that the person switched it on for. digest: in the daily mail. */
export const NOTICE_WAYS = ['in_app', 'push', 'digest'] as const
export type NoticeWay = (typeof NOTICE_WAYS)[number]
/** Of a kind about which the person chose nothing. A push also needs a device that they switched on. */
export const DEFAULT_WAYS: Record<NoticeWay, boolean> = { in_app: true, push: true, digest: false }
