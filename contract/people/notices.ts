// Notices on the wire, what each kind stores, and what a person chose about them (rule notices).
import { z } from 'zod'
import type { Rupiah } from '../ground/money.ts'
import type { ApprovalKind } from './approvals.ts'
import { wholeNumber } from '../ground/amounts.ts'
import { NOTICE_KINDS, type NoticeKind } from './notice-kinds.ts'
import { RANGES } from '../ground/ranges.ts'
import type { PersonStatus } from './person-status.ts'
import type { AccountPurpose } from '../ground/account-purpose.ts'
import type { TieKind } from './ties.ts'

const noticeKind = z.enum(NOTICE_KINDS)
/** who: the asker, or who decided. of: what was asked for; batch: the payout batch's id, null of all else. */
type SecondPerson = { who: string; of: ApprovalKind | 'payout'; amount: Rupiah; batch: string | null }
/** What a notice of each kind stores. account: the name and number that the account had then. Money is whole rupiah. */
export type NoticeData = {
  account_out: {
    id: string
    purpose: AccountPurpose
    account: string
    state: 'loggedOut' | 'conflict' | 'disconnected'
  }
  account_suspended: { account: string; reason: 'deleted' | 'banned'; count: number }
  account_activated: { account: string }
  /** stops: count of the people whom it wrote to stopped, of so many. undelivered: so many messages brought no receipt. until: epoch ms. */
  account_rests: { account: string; why: 'stops' | 'undelivered'; count: number; of: number; until: number }
  /** stage accepted: not transferred yet. ordered: transferred. Absent: paid. */
  withdraw_paid: { nominal: Rupiah; stage?: 'accepted' | 'ordered' }
  /** returned: by the bank. */
  withdraw_rejected: { nominal: Rupiah; reason: string | null; returned?: boolean }
  /** tie: of who opened the wait. until: epoch ms. */
  withdraw_wait: { nominal: Rupiah; tie: TieKind; until: number }
  /** earned: rupiah, in sen's two decimals. error: why it could not go on; null: it reached its end. */
  blast_finished: { account: string; sent: number; fail: number; earned: number; error: string | null }
  /** since: of the wish, epoch ms. */
  recipients_again: { since: number }
  /** reason null: of a person who is active again. */
  person_status: { status: PersonStatus; reason: string | null }
  /** device: browser and system, or empty. country: ISO code. */
  new_device: { device: string; country: string | null }
  /** …_on, …_off: of a second factor. totp_replaced: by the code app of another phone. recovery: new recovery codes. reset: an admin took all factors away. reset_link: one made a link to a new password. */
  credentials: {
    what:
      | 'password'
      | 'email'
      | 'bank'
      | 'totp_on'
      | 'totp_off'
      | 'totp_replaced'
      | 'passkey_on'
      | 'passkey_off'
      | 'recovery'
      | 'reset'
      | 'reset_link'
  }
  office_withdraw: { who: string; nominal: Rupiah }
  office_suspended: { who: string; user_id: string; account: string; reason: 'deleted' | 'banned' }
  office_approval: SecondPerson
  /** outcome dropped: it was decided another way, or taken back by whose it is. reason: of a refusal, or why it was dropped, where one can say it. */
  office_decided: SecondPerson & { outcome: 'approved' | 'refused' | 'dropped'; reason: string | null }
}
/** A kind with what it stores. */
export type NoticeOf<K extends NoticeKind = NoticeKind> = { [P in K]: { kind: P; data: NoticeData[P] } }[K]

export const notice = z.object({
  id: z.number(),
  kind: noticeKind,
  /** What its kind stores (`NoticeData`), for pages that say it in another language. */
  data: z.record(z.string(), z.unknown()),
  /** One sentence, or two. */
  text: z.string(),
  /** The screen where one acts on it. */
  link: z.string(),
  read: z.boolean(),
  createdAt: z.string(),
})
export type Notice = z.infer<typeof notice>

const noticeId = wholeNumber(RANGES.noticeId)
export const noticeQuery = z.object({
  /** Those before this one; absent: the newest. */
  before: noticeId.optional(),
  limit: wholeNumber(RANGES.pageSize).default(10),
})
/** One of them, or all up to one, so that what came meanwhile stays unread. */
export const noticeReadBody = z.union([z.object({ id: noticeId }), z.object({ up_to: noticeId })])
/** unread: of those that are shown. last: the newest of them, 0: there are none. */
export const unreadCount = z.object({ unread: z.number(), last: z.number() })
export type UnreadCount = z.infer<typeof unreadCount>

/** The encrypted content of a push, as the service worker reads it (web/public/sw.js). */
export type PushContent = { id: number; title: string; body: string; link: string; unread: number }

const base64Url = z.string().regex(/^[\w-]+=*$/)
/** As the browser's PushSubscription says it: an uncompressed P-256 point of 65 bytes and a secret of 16. */
export const pushSubscription = z.object({
  endpoint: z.string().max(1_000),
  keys: z.object({ p256dh: base64Url.min(86).max(90), auth: base64Url.min(22).max(24) }),
})
export const pushRemoval = z.object({ endpoint: z.string().max(1_000) })

/** Whether the person waits to be told of recipients (rule recipients-again). */
export const recipientsWish = z.object({ wanted: z.boolean() })
/** With how many a blast could write to now, shared by all members (rule recipients-ready). */
export const recipientsReady = recipientsWish.extend({
  ready: z.number(),
  /** false: at least so many. */
  exact: z.boolean(),
})

const ways = z.object({ in_app: z.boolean(), push: z.boolean(), digest: z.boolean() })
export const noticeChoices = z.object({
  /** A kind that is absent goes the usual ways (contract/people/notice-kinds.ts). */
  choices: z.partialRecord(noticeKind, ways),
  /** true: notices on a device show amounts, names and numbers; false: only what happened. */
  details: z.boolean(),
  /** Whether a mail says that a campaign ended which they launched (rule campaign-end-mail); absent in what is sent: as it was. */
  campaign_mail: z.boolean().optional(),
})
export type NoticeChoices = z.infer<typeof noticeChoices>
