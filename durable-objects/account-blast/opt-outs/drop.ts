// No further message leaves for a number from this account (rule opt-out).
import { noteStrayClaims, giveBack } from '../claim/claim.ts'
import { unbufferNumber } from '../claim/buffer.ts'
import { cancelSends } from '../send/send-command.ts'
import { pendingTo } from '../tables/attempts-store.ts'
import type { OptOutsPort } from './port.ts'

/** One in flight that comes back unsent must be claimed again. */
export const dropNumber = async (core: OptOutsPort, number: string): Promise<void> => {
  if (!core.doc) return
  core.droppedDuringClaim?.add(number)
  unbufferNumber(core.doc, number)
  cancelSends(core, pendingTo(core.sql, number))
  noteStrayClaims(core)
  await giveBack(core)
}
