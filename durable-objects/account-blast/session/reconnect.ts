// The reconnect timer (rule reconnect): the back-off is over, or the time in which a fenced runner may use the session is. And a new row of
// tries, because an admin asks for it (rule reconnect-all).
import { sometimes } from '../../../contract/ground/sometimes.ts'
import type { SessionPort } from './port.ts'
import { beginRow, login } from './connection.ts'
import { placeRunner, wantsRunner } from './lease.ts'
import { startLink } from './link.ts'
import { hasCreds } from '../tables/vault-store.ts'

export const reconnect = async (core: SessionPort): Promise<void> => {
  const doc = core.account
  if (!wantsRunner(doc) || doc.connection !== 'none') return
  sometimes('a login is due, and its runner cannot be heard', () => doc.runner !== null && core.socket() === null)
  if (!core.socket()) {
    // a holder without a socket either dials again or is replaced by the lease timer
    if (doc.runner !== null) return
    // from here on `place` sees to it: a runner that dials before the fleet has answered would take this timer's guard for a back-off under way, and wait
    core.clearTimer('reconnect')
    return placeRunner(core)
  }
  if (!doc.link) return login(core, doc.vaultGeneration)
  doc.link.commanded = false
  return startLink(core)
}

/** Never a pairing: that is its owner's. Asked twice, it is found trying. @returns whether it tries now, and did not before */
export const beginAgain = async (core: SessionPort): Promise<boolean> => {
  const { doc } = core
  if (doc?.base !== 'disconnected' || doc.removed || doc.link !== null) return false
  if (!hasCreds(core.sql, doc.vaultGeneration)) return false
  beginRow(doc)
  doc.base = 'reconnecting'
  core.emitState()
  await placeRunner(core)
  return true
}
