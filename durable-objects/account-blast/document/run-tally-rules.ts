// What one blast came to (rule run-report): its own counts beside the account's, and the report at its end. Pure.
import type { FailReason, LastRun } from '../../../contract/sending/last-run.ts'
import { type Sen, senToRupiah } from '../../../contract/ground/money.ts'
import { REACHOUT_TIMELOCK } from '../../../contract/sending/whatsapp-codes.ts'
import type { AccountDocument } from './document.ts'
import type { EndedRun, RunTally } from './work.ts'

/** @param was the outcome before: a message that was unknown fails because nobody answered */
export const failReasonOf = (
  failed: { error: number | null; notRegistered: boolean },
  was: 'none' | 'unknown' | 'fail',
): FailReason => {
  if (failed.notRegistered) return 'not_registered'
  if (failed.error === REACHOUT_TIMELOCK) return 'restricted'
  if (failed.error !== null) return 'rejected'
  return was === 'none' ? 'content' : 'unanswered'
}

export type Change = {
  was: 'unknown' | 'fail'
  to: 'success' | 'fail' | 'unknown'
  /** Of the failure that it is, or that it was. */
  reason: FailReason
  priceSen: Sen
}
/** One message's outcome changes; a failure that turns out a success leaves its reason's count. */
export const afterTallied = (tally: RunTally, { was, to, reason, priceSen }: Change): RunTally => {
  const failed = (to === 'fail' ? 1 : 0) - (was === 'fail' ? 1 : 0)
  const count = Math.max(0, (tally.failures[reason] ?? 0) + failed)
  const { [reason]: _old, ...others } = tally.failures
  return {
    success: tally.success + (to === 'success' ? 1 : 0),
    fail: tally.fail + failed,
    failures: count > 0 ? { ...others, [reason]: count } : others,
    earnedSen: tally.earnedSen + (to === 'success' ? priceSen : 0),
  }
}

type Runs = Pick<AccountDocument, 'run' | 'lastRun'>
/** The blast that a message belongs to, which may be over by now; null: it is on record no more, or the message is a one-off blast's. */
export const senderOf = ({ run, lastRun }: Runs, sentAt: number): { tally: RunTally | null } | null => {
  if (run && run.jobId === null && sentAt >= run.startedAt) return run
  return lastRun && sentAt >= lastRun.startedAt && sentAt <= lastRun.endedAt ? lastRun : null
}

/** As screens show it. */
export const reportOf = (ended: EndedRun | null): LastRun | null =>
  ended && {
    endedAt: new Date(ended.endedAt).toISOString(),
    end: ended.end,
    error: ended.error,
    sent: ended.attempted,
    success: ended.tally.success,
    fail: ended.tally.fail,
    failures: ended.tally.failures,
    earned: senToRupiah(ended.tally.earnedSen),
    free_at: ended.freeAt === null ? null : new Date(ended.freeAt).toISOString(),
  }
