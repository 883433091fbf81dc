// What an account's owner and the office are told of it (rule notices). A notice is stored in the document with its fact and
// leaves with the account's row, so a crash between the two loses none and repeats none.
import { accountName } from '../../../contract/sending/account-name.ts'
import type { NoticeOf } from '../../../contract/people/notices.ts'
import type { RateFound } from '../../../domain/sending/rates/rules.ts'
import type { NewNotice } from '../../../domain/people/notices/store.ts'
import type { CorePort } from './port.ts'
import type { EndedRun } from '../document/work.ts'
import { senToRupiah } from '../../../contract/ground/money.ts'

/** With the number, because two accounts may have one name. */
const nameOf = ({ account }: CorePort): string => {
  const [name, phone] = [accountName(account), account.phone ?? '']
  return name ? `${name} (${phone})` : phone
}

/** Called after the event of the fact, whose version names it. */
const add = (core: CorePort, notice: NoticeOf, toOffice = false): void => {
  const { accountId, userId, version } = core.account
  core.account.notices.push({
    ...notice,
    ref: `account:${accountId}:${version}:${notice.kind}`,
    at: core.now(),
    ...(toOffice ? { to: { roles: ['admin', 'dev'], except: [userId] }, whoId: userId } : { to: { userId } }),
  })
  core.touchRow()
}

/** D1 has them. By identity: two writes of the row may be under way, and each brought what it saw. */
export const dropNotices = (core: CorePort, told: readonly NewNotice[]): void => {
  core.account.notices = core.account.notices.filter((notice) => !told.includes(notice))
}

export const noticeOut = (core: CorePort, state: 'loggedOut' | 'conflict' | 'disconnected'): void => {
  const { accountId: id, purpose, removed, suspendReason } = core.account
  // a ban is told as a suspension, and who removed an account knows that it is gone
  if (removed || suspendReason === 'banned') return
  add(core, { kind: 'account_out', data: { id, purpose, account: nameOf(core), state } })
}
export const noticeSuspended = (core: CorePort, reason: 'deleted' | 'banned'): void => {
  const { userId: user_id, suspendedCount: count } = core.account
  const account = nameOf(core)
  add(core, { kind: 'account_suspended', data: { account, reason, count } })
  add(core, { kind: 'office_suspended', data: { who: '', user_id, account, reason } }, true)
}
export const noticeActivated = (core: CorePort): void =>
  add(core, { kind: 'account_activated', data: { account: nameOf(core) } })

/** Nobody need do anything: it goes on by itself. */
export const noticeRests = (core: CorePort, { why, count, of, until }: RateFound & { until: number }): void =>
  add(core, { kind: 'account_rests', data: { account: nameOf(core), why, count, of, until } })

/** Not of one that the person stopped, nor of one that had nobody to send to: the person who started it saw that. */
export const noticeBlastEnded = (core: CorePort, run: EndedRun): void => {
  if (run.end === 'stop' || (run.error === null && run.attempted === 0)) return
  const { success: sent, fail, earnedSen } = run.tally
  const data = { account: nameOf(core), sent, fail, earned: senToRupiah(earnedSen), error: run.error }
  add(core, { kind: 'blast_finished', data })
}
