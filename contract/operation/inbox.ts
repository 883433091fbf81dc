// What waits for one person of the office, on the wire (rule inbox). Amounts are whole rupiah.
import { z } from 'zod'
import { rupiah } from '../ground/amounts.ts'

export const INBOX_KINDS = [
  'trouble',
  'approval',
  'payout',
  'withdraw',
  'source',
  'campaign',
  'data_request',
  'check',
  'suspended',
  'restricted',
] as const
export type InboxKind = (typeof INBOX_KINDS)[number]
/** What is to be done about a row; each has words on the page. */
const INBOX_SORTS = [
  'trouble',
  'approval_bonus',
  'approval_price',
  'approval_level',
  'approval_withdraw',
  'approval_return',
  'approval_setting',
  'approval_lift',
  'payout_approve',
  'payout_fetch',
  'payout_result',
  'withdraw_decide',
  'withdraw_transfer',
  'source_held',
  'campaign_stopped',
  'data_request',
  'check_held',
  'check_listed',
  'suspended',
  'restricted',
] as const
export type InboxSort = (typeof INBOX_SORTS)[number]
/** Of each kind so many are counted at most, and so many of all are rows. */
export const INBOX_MAX = 100

const inboxItem = z.object({
  kind: z.enum(INBOX_KINDS),
  sort: z.enum(INBOX_SORTS),
  /** One of its kind. */
  id: z.string(),
  /** Whom or what it is about; of a trouble its title in Indonesian; null: nobody in particular. */
  name: z.string().nullable(),
  /** Of a payout its number, of a trouble which one of several, of a restricted account until when; null: there is nothing to say. */
  note: z.string().nullable(),
  /** null: it is about no money. */
  worth: rupiah.nullable(),
  /** ISO time from which it waits; of an account from which it does not send. */
  since: z.string(),
  /** The address on the page where it is done. */
  link: z.string(),
})
export type InboxItem = z.infer<typeof inboxItem>
export const inbox = z.object({
  count: z.number(),
  /** More than INBOX_MAX of one kind wait: count says at least how many. */
  more: z.boolean(),
  /** Those of which something waits; link: to the list of all. */
  kinds: z.array(z.object({ kind: z.enum(INBOX_KINDS), count: z.number(), more: z.boolean(), link: z.string() })),
  /** What is old and worth much first (rule inbox-order). */
  list: z.array(inboxItem),
})
export type Inbox = z.infer<typeof inbox>
