// The sentence of each notice in English, from its kind and what it stored (rule notices). Pushes and mails are Indonesian.
import { momentText } from '../../../contract/ground/texts.ts'
import { momentInEnglish } from './contract.ts'
import { tieNouns } from './ties.ts'
import type { NoticeKind } from '../../../contract/people/notice-kinds.ts'
import type { Notice, NoticeData, NoticeOf } from '../../../contract/people/notices.ts'
import { showRupiah, showWhole } from '../../../contract/ground/value-texts.ts'
import { inEnglish } from './server-sentences.ts'
import { many } from './many.ts'

const SUSPENDED = { deleted: 'a sent message was deleted or changed', banned: 'WhatsApp blocked its number' }
const OUT = {
  loggedOut: 'was logged out of WhatsApp. Link it again to send.',
  conflict: 'was opened elsewhere, so its connection ended. Reconnect it if you want to send.',
  disconnected: 'lost its connection and could not get it back. Reconnect it.',
}

const RESTS = {
  stops: (count: string, of: string) => `${count} of the last ${of} people it wrote to stopped`,
  undelivered: (count: string, of: string) => `${count} of its last ${of} messages did not reach the phone`,
}

const STATUS = {
  active: 'You are active again: you can send messages and withdraw.',
  paused: 'An admin paused you: sending and withdrawing are stopped for now.',
  closed: 'An admin closed your account.',
}

const finished = ({ account, sent, fail, earned, error }: NoticeData['blast_finished']): string => {
  const failed = fail > 0 ? `, ${showWhole(fail)} failed` : ''
  const counts = `${many(showWhole(sent), 'message', 'messages')} sent${failed}, ${showRupiah(Math.floor(earned))} earned.`
  return error === null
    ? `Blast of ${account} finished: ${counts}`
    : `Blast of ${account} stopped. ${inEnglish(error)} Its result: ${counts}`
}

const CHANGED: Record<NoticeData['credentials']['what'], string> = {
  password: 'Your password was changed.',
  email: 'Your email was changed.',
  bank: 'Your bank details were changed.',
  totp_on: 'An authenticator app was set up as your second step.',
  totp_off: 'The authenticator app was removed from your account.',
  totp_replaced: 'Your authenticator app was replaced by a new one; the old one no longer counts.',
  passkey_on: 'A passkey was added to your account.',
  passkey_off: 'A passkey was removed from your account.',
  recovery: 'Your recovery codes were replaced by new ones.',
  reset: 'An admin removed your second step.',
  reset_link: 'An admin made a link to a new password for your account.',
}
const ASKED: { [K in NoticeData['office_approval']['of']]: (rupiah: string) => string } = {
  bonus: (rupiah) => `a bonus of ${rupiah}`,
  price: (rupiah) => `a price of ${rupiah} a message`,
  level: (rupiah) => `a level’s price of ${rupiah}`,
  withdraw: (rupiah) => `a withdrawal of ${rupiah}`,
  return: (rupiah) => `a return of a ${rupiah} withdrawal by the bank`,
  setting: () => 'settings of limits or the price',
  lift: () => 'taking a number off the opt-outs',
  payout: (rupiah) => `a payment batch of ${rupiah}`,
}
/** Stored by a later version, before it was rolled back. */
const LATER = 'of a later version, which this one cannot show yet'
const askedFor = ({ of, amount }: NoticeData['office_approval']): string =>
  of in ASKED ? ASKED[of](showRupiah(amount)) : `a request ${LATER}`
const decided = (data: NoticeData['office_decided']): string => {
  const what = `${askedFor(data)}, which you asked for`
  if (data.outcome === 'dropped')
    return `No longer waits for an approval: ${what}. ${data.reason ? inEnglish(data.reason) : 'The request was decided or cancelled.'}`
  const said = `${data.who} ${data.outcome} ${what}.`
  return data.reason ? `${said} Reason: ${data.reason}` : said
}
const NOT_YOU = 'If this was not you, contact Admin/CS at once.'
const regions = new Intl.DisplayNames(['en'], { type: 'region' })
const placeOf = (code: string | null): string => (code === null ? '' : ` in ${regions.of(code) ?? code}`)

const PAID = {
  accepted: 'approved. The transfer follows.',
  ordered: 'transferred to your bank account.',
  paid: 'paid to your bank account.',
}

const SENTENCES: { [K in NoticeKind]: (data: NoticeData[K]) => string } = {
  account_out: ({ account, state }) => `Account ${account} ${OUT[state]}`,
  account_suspended: ({ account, reason, count }) =>
    `Account ${account} was suspended: ${SUSPENDED[reason]}. This is suspension number ${count}. Contact Admin/CS.`,
  account_activated: ({ account }) => `The suspension of account ${account} was lifted.`,
  account_rests: ({ account, why, count, of, until }) =>
    `Account ${account} rests until ${momentInEnglish(momentText(until))} WIB and then goes on by itself: ${RESTS[why](showWhole(count), showWhole(of))}.`,
  person_status: ({ status, reason }) => (reason === null ? STATUS[status] : `${STATUS[status]} Reason: ${reason}`),
  withdraw_paid: ({ nominal, stage }) => `Your withdrawal of ${showRupiah(nominal)} was ${PAID[stage ?? 'paid']}`,
  withdraw_rejected: ({ nominal, reason, returned }) =>
    `Your withdrawal of ${showRupiah(nominal)} was ${returned ? 'sent back by the bank' : 'rejected'} and the amount is back in your balance.${reason ? ` Reason: ${reason}` : ''}`,
  withdraw_wait: ({ nominal, tie, until }) =>
    `Your withdrawal of ${showRupiah(nominal)} waits, because everybody who may decide is tied to you (${tieNouns[tie]}). From ${momentInEnglish(momentText(until))} WIB one of them may pay it. If you did not ask for it, press Not me on the page Withdrawal.`,
  blast_finished: finished,
  recipients_again: () => 'There are recipients again. Start a blast to send.',
  new_device: ({ device, country }) =>
    `Somebody signed in to your account from a new device${device === '' ? '' : `: ${device}`}${placeOf(country)}. ${NOT_YOU}`,
  credentials: ({ what }) => `${CHANGED[what]} ${NOT_YOU}`,
  office_withdraw: ({ who, nominal }) => `${who} requests a withdrawal of ${showRupiah(nominal)}.`,
  office_suspended: ({ who, account, reason }) => `Account ${account} of ${who} was suspended: ${SUSPENDED[reason]}.`,
  office_approval: (data) => `${data.who} asks a second person to approve: ${askedFor(data)}.`,
  office_decided: decided,
}
const sentenceOf = <K extends NoticeKind>({ kind, data }: { kind: K; data: NoticeData[K] }): string =>
  kind in SENTENCES ? SENTENCES[kind](data) : `There is news ${LATER}.`

export const noticeSentence = ({ kind, data, text }: Notice): string =>
  // a server of before this page sends the sentence alone
  data ? sentenceOf({ kind, data } as NoticeOf) : text
