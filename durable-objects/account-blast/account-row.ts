// The account's row in D1 follows the document; what fails is tried again, the newest version wins.
import { flooredBackOffMs } from '../../contract/back-off.ts'
import { AT_WORK_DUE_MS } from '../../domain/wakes/rules.ts'
import { type AccountRow, expectNoRow, saveAccountRow } from '../../domain/whatsapp/account-row-store.ts'
import { OVERLOAD } from '../timing.ts'
import type { AccountCore } from './core.ts'
import type { AccountDocument, TimerName } from './document.ts'
import { isBusy, shownState } from './rules.ts'

/** These stand for no work: they come again and again in an account that rests. */
const ROUTINE: readonly TimerName[] = ['tidy', 'lease', 'row', 'hand-over', 'admins']

/** An account that never was linked has no row; of one that is over, its row stays as it is. */
const hasRow = (doc: AccountDocument): boolean => doc.linked || (doc.removed && doc.phone !== null)

/** Something goes on that would stand still for ever if this object's alarm were lost. */
const isAtWork = ({ account: doc }: AccountCore): boolean =>
  isBusy(doc) || doc.leasesInDoubt || Object.keys(doc.timers).some((name) => !ROUTINE.includes(name as TimerName))

/** By when this object writes its row again, whatever happens; null: nothing wakes it any more, and nothing need. */
const dueOf = (core: AccountCore): number | null => {
  if (!hasRow(core.account)) return null
  return isAtWork(core) ? core.now() + AT_WORK_DUE_MS : core.timerDue('tidy')
}

/**
 * At the end of every turn: D1 knows by when to expect the row. At work it is written twice in that time, at rest once a
 * day; never for a message.
 */
export const refreshRowDue = (core: AccountCore): void => {
  const doc = core.account
  if (!hasRow(doc) || doc.rowDirty) return
  const due = dueOf(core)
  const isCurrent = isAtWork(core)
    ? doc.dueAt !== null && doc.dueAt >= core.now() + AT_WORK_DUE_MS / 2 && doc.dueAt <= core.now() + AT_WORK_DUE_MS
    : doc.dueAt === due
  if (!isCurrent) core.touchRow()
}

/** This object is about to forget itself: nobody need wake it again. @throws what D1 throws */
export const endRowDue = async (core: AccountCore): Promise<void> => {
  const { accountId, dueAt } = core.account
  if (dueAt === null) return
  await core.outside(({ db }) => expectNoRow(db, accountId))
  core.account.dueAt = null
}

export const rowOf = (core: AccountCore): AccountRow => {
  const doc = core.account
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
    version: doc.version,
    createdAt: doc.createdAt,
    removedAt: doc.removedAt,
    dueAt: dueOf(core),
  }
}

export const saveRow = async (core: AccountCore): Promise<void> => {
  const doc = core.account
  if (!doc.rowDirty) return
  if (!hasRow(doc)) {
    doc.rowDirty = false
    return
  }
  const row = rowOf(core)
  const { rowChanges } = core
  try {
    // it stays dirty until D1 has answered: a process that dies meanwhile writes it again
    await core.outside(({ db }) => saveAccountRow(db, row))
    doc.rowTries = 0
    doc.dueAt = row.dueAt
    if (core.rowChanges === rowChanges) doc.rowDirty = false
  } catch (error) {
    core.complain('account row', error)
    doc.rowTries += 1
    const pause = flooredBackOffMs(doc.rowTries, OVERLOAD, core.random())
    core.setTimer('row', core.now() + pause)
  }
}
