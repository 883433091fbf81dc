// WhatsApp's own limits on starting chats (rule restricted): nothing more leaves until they end. No strike, no new
// pairing.
import type { RestrictionCause } from '../../../contract/runner.ts'
import { RESTRICTED_DEFAULT_MS } from '../../timing.ts'
import type { AccountCore } from '../core.ts'
import { pendingAttempt } from '../sending/attempts-store.ts'
import { cancelSends } from '../sending/send-command.ts'

/** The later limit counts; what is over counts no more. */
const settleRestrictions = (core: AccountCore, cause?: RestrictionCause): void => {
  const doc = core.account
  const standing = Object.values(doc.restrictions).filter((until) => until > core.now())
  doc.restrictedUntil = standing.length > 0 ? Math.max(...standing) : null
  if (doc.restrictedUntil === null) core.clearTimer('restriction')
  else core.setTimer('restriction', doc.restrictedUntil)
  core.emitState(cause ? { reason: cause } : {})
  core.wake()
}

/**
 * A shorter or unknown end never shortens a known longer one.
 * @param until epoch ms; null: WhatsApp does not say
 */
export const restrict = (core: AccountCore, cause: RestrictionCause, until: number | null): void => {
  const { restrictions } = core.account
  const end = until ?? core.now() + RESTRICTED_DEFAULT_MS
  restrictions[cause] = Math.max(restrictions[cause] ?? 0, end)
  const pending = pendingAttempt(core.sql)
  if (pending) cancelSends(core, [pending.attempt_id])
  settleRestrictions(core, cause)
}

/** WhatsApp says that this limit is over; the other one may still stand. */
export const lift = (core: AccountCore, cause: RestrictionCause): void => {
  delete core.account.restrictions[cause]
  settleRestrictions(core, cause)
}

/** The restriction timer: a limit ran out by its own time. */
export const endRestriction = (core: AccountCore): void => settleRestrictions(core)
