// The reconnect timer (rule reconnect): the back-off is over, or the time in which a fenced runner may use the session is.
import { sometimes } from '../../../contract/sometimes.ts'
import type { AccountCore } from '../core.ts'
import { login } from './connection.ts'
import { placeRunner, wantsRunner } from './lease.ts'
import { startLink } from './link.ts'

export const reconnect = async (core: AccountCore): Promise<void> => {
  const doc = core.account
  if (!wantsRunner(doc) || doc.connection !== 'none') return
  sometimes('a login is due, and its runner cannot be heard', () => doc.runner !== null && core.socket() === null)
  // a holder without a socket either dials again or is replaced by the lease timer
  if (!core.socket()) return doc.runner === null ? placeRunner(core) : undefined
  if (!doc.link) return login(core, doc.vaultGeneration)
  doc.link.commanded = false
  return startLink(core)
}
