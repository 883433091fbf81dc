// The account's row in D1 follows the document; what fails is tried again, the newest version wins.
import { backOffMs } from '../../domain/blast/rules.ts'
import { type AccountRow, saveAccountRow } from '../../domain/whatsapp/row/store.ts'
import { OVERLOAD_BASE_MS, OVERLOAD_CAP_MS } from '../timing.ts'
import type { AccountCore } from './core.ts'
import { isBusy, shownState } from './rules.ts'

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
  }
}

/** An account that never was linked has no row. */
export const saveRow = async (core: AccountCore): Promise<void> => {
  const doc = core.account
  if (!doc.rowDirty) return
  if (!doc.linked && !doc.removed) {
    doc.rowDirty = false
    return
  }
  const row = rowOf(core)
  // a change meanwhile makes it dirty again
  doc.rowDirty = false
  try {
    await core.outside(({ db }) => saveAccountRow(db, row))
    doc.rowTries = 0
  } catch (error) {
    core.complain('account row', error)
    doc.rowDirty = true
    doc.rowTries += 1
    const pause = OVERLOAD_BASE_MS + backOffMs(doc.rowTries, OVERLOAD_BASE_MS, OVERLOAD_CAP_MS, core.random())
    core.setTimer('row', core.now() + pause)
  }
}
