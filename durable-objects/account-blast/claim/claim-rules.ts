// What a claim changes in the run, answered or refused (rules claim-order, end-of-blast). Pure.
import { DAY_MS } from '../../../contract/ground/time.ts'
import type { CampaignRules } from '../../../domain/sending/blast/store.ts'
import type { ClaimRunPart, DocumentRunPart } from '../document/work.ts'

/** A number that comes out of its cooldown later than this is not waited for. */
const WAITED_FOR_MS = DAY_MS
/** Least wait before the next claim after an empty one. */
const CLAIM_AGAIN_MS = 5_000

/**
 * The campaigns whose people it has, by id. Of one that brings more people, perhaps of another zone, the hours end when those of the first do: all go
 * back then, and the others come again (rule campaign-zone).
 * @param kept of those that it has
 * @param fresh of what a claim brought; null: of none
 */
export const withFresh = (
  kept: readonly CampaignRules[],
  fresh: CampaignRules | null,
): Record<number, CampaignRules> => {
  const before = kept.find(({ id }) => id === fresh?.id)
  const now = fresh && { ...fresh, until: Math.min(fresh.until, before?.until ?? Infinity) }
  return Object.fromEntries([...kept, ...(now ? [now] : [])].map((of) => [of.id, of]))
}

/** What an answered claim changes in the run. */
export const afterClaim = (
  run: Pick<ClaimRunPart, 'claimableAtStart'>,
  claim: { got: number; requested: number; nextClaimableAt: number | null; claimable: number | null },
  now: number,
): ClaimRunPart => {
  // a claim of 0 numbers only loads the rules: it says nothing about the list
  const cameEmpty = claim.requested > 0 && claim.got === 0
  const { nextClaimableAt: nextAt } = claim
  return {
    claimableAtStart: run.claimableAtStart ?? claim.claimable,
    claimNotBefore: 0,
    claimTries: 0,
    claimFaults: 0,
    exhausted: cameEmpty && (nextAt === null || nextAt - now > WAITED_FOR_MS),
    // a number whose time has come and that still cannot be claimed (a linked account's own) must not make the loop spin
    emptyUntil: cameEmpty && nextAt !== null ? Math.max(nextAt, now + CLAIM_AGAIN_MS) : null,
  }
}

/** Failed claims in a row, other than by overload, after which the run ends. */
const FAULTS_MAX = 3
/**
 * What a claim that failed changes in the run. Overload passes: the run only waits.
 * @param failed pauseMs: no claim before; faultText: what the screen says if this was one try too many
 */
export const afterRefusedClaim = (
  run: Pick<ClaimRunPart, 'claimFaults' | 'claimTries'> & Pick<DocumentRunPart, 'fault'>,
  failed: { passes: boolean; pauseMs: number; faultText: string },
  now: number,
): Pick<ClaimRunPart, 'claimTries' | 'claimFaults' | 'claimNotBefore'> & Pick<DocumentRunPart, 'fault'> => {
  const claimFaults = run.claimFaults + (failed.passes ? 0 : 1)
  return {
    claimTries: run.claimTries + 1,
    claimFaults,
    fault: claimFaults >= FAULTS_MAX ? failed.faultText : run.fault,
    claimNotBefore: now + failed.pauseMs,
  }
}
