// The reconnect timer (rule reconnect): its back-off is over, or a fenced runner surely let go of the session.
import type { AccountCore } from '../core.ts'
import { login } from './connection.ts'
import { placeRunner, wantsRunner } from './lease.ts'
import { startLink } from './link.ts'

export const reconnect = async (core: AccountCore): Promise<void> => {
  const doc = core.account
  if (!wantsRunner(doc) || doc.connection !== 'none') return
  // with a holder whose socket is gone its redial or its lease timer decides
  if (!core.socket()) return doc.runner === null ? placeRunner(core) : undefined
  if (!doc.link) return login(core, doc.vaultGeneration)
  doc.link.commanded = false
  return startLink(core)
}
