// Where a one-off blast differs from an ordinary run: it goes through its receivers once and records how it ended (rule
// one-off). Pure.
import { REFUSALS } from '../../../contract/ground/errors.ts'
import { accountTexts } from '../../../contract/sending/account-texts.ts'
import type { AccountState } from '../../../contract/sending/whatsapp.ts'
import type { OneOff, WaitReason } from '../document/document.ts'
import { ENDED } from '../document/disconnect-rules.ts'

export type ClaimAnswer = { got: number; requested: number; nextClaimableAt: number | null; claimable: number | null }

/**
 * What an answered claim means for a one-off blast. It never waits for a cooldown. With named receivers it ends after the
 * last one: an empty claim says nothing about those that were not asked for yet.
 * @param oneOff left: named receivers not claimed or refused yet
 */
export const claimForRun = (
  oneOff: Pick<OneOff, 'targets' | 'total'> & { left: number },
  claim: ClaimAnswer,
): ClaimAnswer => {
  const once = { ...claim, nextClaimableAt: null }
  if (oneOff.targets === 'all') return once
  const goesOn = claim.got === 0 && oneOff.left > 0
  return { ...once, claimable: oneOff.total, requested: goesOn ? 0 : claim.requested }
}

/**
 * How it ended, with the screen's text; error null: it ended as intended.
 * @param fault why it could not go on; it says more than the account's state
 */
export const endOfOneOff = (
  why: 'stopped' | 'finished',
  account: { base: AccountState; suspended: boolean },
  before: { error: string | null; fault: string | null },
): Pick<OneOff, 'phase' | 'error'> => {
  const error = before.fault ?? (why === 'stopped' ? errorOf(account) : null) ?? before.error
  return { error, phase: why === 'finished' ? 'finished' : error ? 'error_blast' : 'stop' }
}
const errorOf = ({ base, suspended }: { base: AccountState; suspended: boolean }): string | null => {
  if (suspended) return accountTexts.senderSuspended
  return ENDED.includes(base) ? accountTexts.senderLost : null
}

/** What would make a test wait for hours. It ends instead, because one that leaves tomorrow would surprise (rule one-off-test). */
const TEST_FAULTS: Partial<Record<WaitReason, string>> = {
  window: REFUSALS.test_window[1],
  daily_cap: REFUSALS.test_cap[1],
  restricted: REFUSALS.account_restricted[1],
  rest: accountTexts.senderRests,
  connection: accountTexts.senderLost,
}
/**
 * Why a test cannot leave now; null: it goes on, perhaps after the interval.
 * @param step the blast's next one
 */
export const faultOfTest = (step: { kind: 'held' } | { kind: 'wait'; reason: WaitReason }): string | null =>
  step.kind === 'held' ? REFUSALS.test_paused[1] : (TEST_FAULTS[step.reason] ?? null)
