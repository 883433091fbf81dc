// Writes the account's row in D1 after the document changed; a failed write is repeated, and the newest version wins.
import { flooredBackOffMs } from '../../../contract/ground/back-off.ts'
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import { AT_WORK_DUE_MS, dueMs } from '../../../domain/sending/wakes/rules.ts'
import { type Db, runNamed, type Statement } from '../../../domain/ground/db/connection.ts'
import { here, takeHere } from '../../../domain/ground/tally/here.ts'
import { countStatements } from '../../../domain/ground/metrics/store.ts'
import { noticeEvent } from '../../../domain/people/notices/publish-notices.ts'
import { addNotice, type NewNotice, type PersonsUnread, unreadAfter } from '../../../domain/people/notices/store.ts'
import { saveVaultCount } from '../../../domain/people/vault-keys/store.ts'
import { countVault } from '../tables/vault-keys-store.ts'
import { type AccountRow, expectNoRow, saveAccountRow } from '../../../domain/sending/whatsapp/account-row-store.ts'
import { OVERLOAD } from '../../timing.ts'
import type { SettlePort } from './port.ts'
import { dropNotices } from '../core/notices.ts'
import type { AccountDocument, TimerName } from '../document/document.ts'
import { isBusy, shownState } from '../document/rules.ts'
import { openOptOutsSince } from '../tables/opt-outs-store.ts'
import { reportOf } from '../document/run-tally-rules.ts'
import { unsettledSince } from './settle.ts'

/**
 * What a timer that is set says of the account. routine: nothing, an idle one has it, too. waits: its blast takes its next step later. work: what
 * would stop for ever if the alarm were lost.
 */
const MEANS: Readonly<Record<TimerName, 'routine' | 'waits' | 'work'>> = {
  tidy: 'routine',
  lease: 'routine',
  row: 'routine',
  'hand-over': 'routine',
  admins: 'routine',
  pump: 'waits',
  check: 'work',
  'check-keep': 'work',
  'job-keep': 'work',
  ack: 'work',
  unknown: 'work',
  reconnect: 'work',
  link: 'work',
  place: 'work',
  flush: 'work',
  resend: 'work',
  'opt-outs': 'work',
  restriction: 'work',
}
/** One that the next version set is work (rule newer-words). */
const meansOf = (doc: AccountDocument): string[] =>
  Object.keys(doc.timers).map((name) => MEANS[name as TimerName] ?? 'work')

/** An account that was never linked has no row. The row of a removed account stays. */
const hasRow = (doc: AccountDocument): boolean => doc.linked || (doc.removed && doc.phone !== null)

/** Work is under way that would stop for ever if this object's alarm were lost. */
const isAtWork = ({ account: doc }: SettlePort): boolean =>
  isBusy(doc) || doc.leasesInDoubt || meansOf(doc).some((means) => means !== 'routine')

/** Its work must write the row within this, ms. */
const periodOf = (core: SettlePort): number => {
  const { wait, check, leasesInDoubt } = core.account
  const waits = wait?.reason === 'daily_cap' || wait?.reason === 'window'
  const isOnly = check === null && !leasesInDoubt && !meansOf(core.account).includes('work')
  return dueMs(waits && isOnly ? wait.until - core.now() : null)
}

/** Epoch ms by which this object writes its row again; null: no timer is set, and none is needed. */
const dueOf = (core: SettlePort): number | null => {
  if (!hasRow(core.account)) return null
  return isAtWork(core) ? core.now() + periodOf(core) : core.timerDue('tidy')
}

/**
 * Runs at the end of every turn. The row says by when it will be written again; a cron wakes objects whose row is overdue,
 * because their alarm was lost. Under way that costs two writes per period, idle one a day, and none per message.
 */
export const refreshRowDue = (core: SettlePort): void => {
  const doc = core.account
  if (!hasRow(doc) || doc.rowDirty) return
  const due = dueOf(core)
  const isCurrent = isAtWork(core)
    ? doc.dueAt !== null && doc.dueAt >= core.now() + periodOf(core) / 2 && doc.dueAt <= core.now() + periodOf(core)
    : doc.dueAt === due
  if (!isCurrent) core.touchRow()
}

const REPORTED_EVERY_MS = 5 * MINUTE_MS
/** What waits and should not is told by the row (rule troubles): without a try a second becoming a write a second. */
export const reportWaiting = (core: SettlePort): void => {
  const { dueAt } = core.account
  if (dueAt === null || dueAt < core.now() + AT_WORK_DUE_MS - REPORTED_EVERY_MS) core.touchRow()
}

/** Called before the object deletes its storage, so that the cron does not wake it again. @throws what D1 throws */
export const endRowDue = async (core: SettlePort): Promise<void> => {
  const { accountId, dueAt } = core.account
  if (dueAt === null) return
  await core.saveThenCall(({ db }) => expectNoRow(db, accountId))
  core.account.dueAt = null
}

export const rowOf = (core: SettlePort): AccountRow => {
  const doc = core.account
  const lastRun = reportOf(doc.lastRun)
  return {
    id: doc.accountId,
    clientid: doc.clientid,
    userId: doc.userId,
    purpose: doc.purpose,
    phonenumber: doc.phone,
    pushname: doc.pushname,
    proxyId: doc.proxy?.id ?? null,
    state: shownState(doc, core.now()),
    status: isBusy(doc) ? 'sending' : 'idle',
    countSuccess: doc.success,
    countFail: doc.fail,
    incomeSen: doc.incomeSen,
    suspendedCount: doc.suspendedCount,
    restrictedUntil: doc.restrictedUntil,
    rest: doc.rest ? JSON.stringify(doc.rest) : null,
    version: doc.version,
    createdAt: doc.createdAt,
    removedAt: doc.removedAt,
    dueAt: dueOf(core),
    lastRun: lastRun && JSON.stringify(lastRun),
    held: doc.held && JSON.stringify(doc.held),
    nickname: doc.nickname,
    sentDay: doc.day,
    sentToday: doc.sentToday,
    unsettledSince: unsettledSince(core),
    optOutsSince: openOptOutsSince(core.sql),
  }
}

/** The row and the notices of what led to it, in one transaction. @returns the counts of the people who are told something */
const writeRow = async (
  db: Db,
  row: AccountRow,
  notices: readonly NewNotice[],
  more: readonly Statement[],
): Promise<PersonsUnread[]> => {
  const added = notices.flatMap((notice) => addNotice(db, notice))
  const refs = notices.map(({ ref }) => ref)
  const unread = refs.length > 0 ? unreadAfter(db, refs) : null
  const done = await runNamed(db, { row: saveAccountRow(db, row), more, added, unread })
  return done.unread ?? []
}

/** Counts the vault, for the row's next write (rule vault-keys). */
export const recountVault = (core: SettlePort): void => {
  core.vaultCount = countVault(core.sql)
  core.touchRow()
}
const vaultStatements = (db: Db, row: AccountRow, count: SettlePort['vaultCount']): Statement[] => {
  if (row.removedAt !== null) return saveVaultCount(db, row.id, null)
  return count === null ? [] : saveVaultCount(db, row.id, count)
}

export const saveRow = async (core: SettlePort): Promise<void> => {
  const doc = core.account
  if (!doc.rowDirty) return
  if (!hasRow(doc)) {
    core.rowIsCurrent()
    return
  }
  const row = rowOf(core)
  const { rowChanges, vaultCount } = core
  const notices = [...doc.notices]
  // what this isolate has counted goes with a row that is written anyway
  const counts = takeHere(core.now(), core.timing.gatherMs)
  try {
    // rowDirty is cleared only after D1 has answered: after a crash in between the row is written again
    const told = await core.saveThenCall(({ db }) =>
      writeRow(db, row, notices, [...vaultStatements(db, row, vaultCount), ...countStatements(db, counts, core.now())]),
    )
    if (core.vaultCount === vaultCount) core.vaultCount = null
    if (counts) core.writePoints(counts)
    dropNotices(core, notices)
    for (const count of told) core.publisher.add(count.userId, noticeEvent(count))
    doc.rowTries = 0
    doc.dueAt = row.dueAt
    if (core.rowChanges === rowChanges) core.rowIsCurrent()
  } catch (error) {
    if (counts) here.merge(counts)
    core.logError('account row', error)
    doc.rowTries += 1
    const pause = flooredBackOffMs(doc.rowTries, OVERLOAD, core.random())
    core.setTimer('row', core.now() + pause)
  }
}
