// The account of a person who was closed: what it does ends, then it is logged out and removed (rule person-closed).
import type { Core } from '../core/core.ts'
import { removeAccount } from './account-rpc.ts'
import { isBusy } from '../document/rules.ts'

const leaves = (core: Core): boolean => core.doc !== null && core.doc.person.closed && !core.doc.removed

/** As its owner would stop it: what is in flight still finishes. */
export const stopForClosed = (core: Core): void => {
  if (!leaves(core)) return
  const { run, check, person } = core.account
  if (run) {
    run.stopRequested = true
    run.stopWhy ??= person.paused?.reason ?? null
  }
  if (check) check.stopRequested = true
}
export const removeForClosed = async (core: Core): Promise<void> => {
  if (leaves(core) && !isBusy(core.account)) await removeAccount(core)
}
