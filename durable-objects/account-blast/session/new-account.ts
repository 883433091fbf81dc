// The document of an account that is linked for the first time, or for the first time since its object was lost.
import { lastSettledOf } from '../../../domain/money/settlement/store.ts'
import type { LinkRequest } from '../../rpc.ts'
import type { AccountDocument } from '../document/document.ts'
import { newDocument } from '../document/new-document.ts'
import type { SessionPort } from './port.ts'

/**
 * An object that has no document was never linked, was emptied after a link that was abandoned, or is lost. The ledger alone knows which of its
 * batches it ever settled: one with a number that was used before would not be paid (rule income-once). null: a restoration may still bring its
 * rows (rule restore-gate).
 */
export const newAccount = async (core: SessionPort, request: LinkRequest): Promise<AccountDocument | null> => {
  const { last, restoring } = await core.saveThenCall(({ db }) => lastSettledOf(db, request.accountId))
  // another link may have begun meanwhile
  if (!core.doc && !restoring) core.become({ ...newDocument({ ...request, now: core.now() }), sequence: last })
  return core.doc
}
