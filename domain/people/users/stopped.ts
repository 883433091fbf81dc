// What a stopped person is refused with (rule person-status).
import { Refusal, REFUSALS } from '../../../contract/ground/errors.ts'
import { withReason } from '../../../contract/ground/texts.ts'
import type { Db } from '../../ground/db/connection.ts'
import { readStop } from './status-store.ts'

/** After the right password alone, so that nobody learns of an email whose account is closed. */
export const closedRefusal = (reason: string | null): Refusal =>
  new Refusal('account_closed', reason ? { text: withReason(REFUSALS.account_closed[1], reason) } : {})

/** Says why. For a call that was refused in its batch, and before one whose claim would be. */
export const stoppedRefusal = async (db: Db, userId: string): Promise<Refusal | null> => {
  const stop = await readStop(db, userId)
  if (!stop?.paused) return null
  if (stop.closed) return closedRefusal(stop.paused.reason)
  return new Refusal('person_paused', { text: withReason(REFUSALS.person_paused[1], stop.paused.reason) })
}
/** @throws Refusal person_paused or account_closed. What starts meanwhile claims nothing: the claim asks again. */
export const mustBeActive = async (db: Db, userId: string): Promise<void> => {
  const refusal = await stoppedRefusal(db, userId)
  if (refusal) throw refusal
}
