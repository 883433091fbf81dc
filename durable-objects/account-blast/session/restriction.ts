// WhatsApp's own limits on starting chats (rule restricted): no message leaves until they end. They are no strike, and need
// no new pairing.
import type { RestrictionCause } from '../../../contract/operation/runner.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { RESTRICTED_DEFAULT_MS } from '../../timing.ts'
import type { SessionPort } from './port.ts'
import { pendingAttempt } from '../tables/attempts-store.ts'
import { cancelSends } from '../send/send-command.ts'
import { restrictedUntil, withoutRestriction, withRestriction } from '../document/restriction-rules.ts'

const settleRestrictions = (core: SessionPort, cause?: RestrictionCause): void => {
  const doc = core.account
  doc.restrictedUntil = restrictedUntil(doc.restrictions, core.now())
  if (doc.restrictedUntil === null) core.clearTimer('restriction')
  else core.setTimer('restriction', doc.restrictedUntil)
  core.emitState(cause ? { reason: cause } : {})
  core.wake()
}

/** @param until epoch ms; null: WhatsApp does not say */
export const restrict = (core: SessionPort, cause: RestrictionCause, until: number | null): void => {
  const doc = core.account
  sometimes('a limit shorter than the one that is known', (doc.restrictions[cause] ?? 0) > (until ?? 0))
  doc.restrictions = withRestriction(doc.restrictions, cause, until ?? core.now() + RESTRICTED_DEFAULT_MS)
  const pending = pendingAttempt(core.sql)
  sometimes('a limit while a message is under way', pending !== null)
  if (pending) cancelSends(core, [pending.attempt_id])
  settleRestrictions(core, cause)
}

/** WhatsApp lifted this limit; the other one may still be in force. */
export const lift = (core: SessionPort, cause: RestrictionCause): void => {
  const doc = core.account
  sometimes('a limit is lifted that was over', (doc.restrictions[cause] ?? 0) <= core.now())
  doc.restrictions = withoutRestriction(doc.restrictions, cause)
  settleRestrictions(core, cause)
}

/** The restriction timer: the time of a limit is over. */
export const endRestriction = (core: SessionPort): void => settleRestrictions(core)
