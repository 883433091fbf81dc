// Strikes suspend an account (rule suspension); an admin, or a new pairing after a ban, ends it.
import { senToRupiah } from '../../../contract/ground/money.ts'
import type { SessionPort } from './port.ts'
import { noticeSuspended } from '../core/notices.ts'
import type { SessionPart } from '../document/document.ts'
import { afterStrikes } from '../document/rules.ts'
import { NOT_SUSPENDED } from './number-rules.ts'

export const suspend = (doc: SessionPart, reason: 'deleted' | 'banned', strikes: number): void => {
  Object.assign(doc, afterStrikes(doc, reason, strikes))
}
/** The strikes stay. */
export const liftSuspension = (doc: SessionPart): void => {
  Object.assign(doc, NOT_SUSPENDED)
}

export const suspendedEvent = (core: SessionPort, reason: 'deleted' | 'banned'): void => {
  const doc = core.account
  core.emit('suspended', {
    state: 'suspended',
    status: 'idle',
    suspended: true,
    suspended_count: doc.suspendedCount,
    count_success: doc.success,
    count_fail: doc.fail,
    income: senToRupiah(doc.incomeSen),
    reason,
  })
  noticeSuspended(core, reason)
}
