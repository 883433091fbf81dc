// Where a one-off blast differs from any other run: it passes over its receivers once, and says how it ended (rule one-off).
// Pure.
import { accountTexts } from '../../../contract/texts.ts'
import type { AccountState } from '../../../contract/whatsapp.ts'
import type { Job } from '../document.ts'
import { ENDED } from '../session/disconnect-rules.ts'

export type Claim = { got: number; asked: number; nextClaimableAt: number | null; claimable: number | null }

/**
 * What an answered claim means for the job's run. No cooldown is waited for. A list ends with its last receiver: an empty
 * claim says nothing of those that were not asked for yet.
 * @param job left: named receivers not claimed or refused yet
 */
export const claimForRun = (job: Pick<Job, 'targets' | 'total'> & { left: number }, claim: Claim): Claim => {
  const once = { ...claim, nextClaimableAt: null }
  if (job.targets === 'all') return once
  const goesOn = claim.got === 0 && job.left > 0
  return { ...once, claimable: job.total, asked: goesOn ? 0 : claim.asked }
}

/**
 * How the job ended, with the words of the screen; error null: as it was meant to.
 * @param fault why it could not go on; it says more than the account's state
 */
export const endOfJob = (
  why: 'stopped' | 'finished',
  account: { base: AccountState; suspended: boolean },
  before: { error: string | null; fault: string | null },
): Pick<Job, 'phase' | 'error'> => {
  const error = before.fault ?? (why === 'stopped' ? errorOf(account) : null) ?? before.error
  return { error, phase: why === 'finished' ? 'finished' : error ? 'error_blast' : 'stop' }
}
const errorOf = ({ base, suspended }: { base: AccountState; suspended: boolean }): string | null => {
  if (suspended) return accountTexts.senderSuspended
  return ENDED.includes(base) ? accountTexts.senderLost : null
}
