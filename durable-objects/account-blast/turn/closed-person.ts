// The account of a person who was closed: what it does ends, then it is logged out and removed (rule person-closed).
import type { TurnPort } from './port.ts'
import { removeAccount } from './account-rpc.ts'
import { stopWork } from '../document/marks.ts'
import { isBusy } from '../document/rules.ts'

const leaves = (core: TurnPort): boolean => core.doc !== null && core.doc.person.closed && !core.doc.removed

/** As its owner would stop it: what is in flight still finishes. */
export const stopForClosed = (core: TurnPort): void => {
  if (!leaves(core)) return
  stopWork(core.account, core.account.person.paused?.reason ?? null)
}
export const removeForClosed = async (core: TurnPort): Promise<void> => {
  if (leaves(core) && !isBusy(core.account)) await removeAccount(core)
}
