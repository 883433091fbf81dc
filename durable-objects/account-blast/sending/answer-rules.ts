// What an answer to a send, a receipt or a deletion means for the attempt (rules daily-cap, at-most-once, suspension). Pure.
import { REACHOUT_TIMELOCK } from '../../../contract/whatsapp-codes.ts'
import type { Fact } from '../../../contract/runner.ts'
import type { Run } from '../document.ts'
import type { Attempt, AttemptOutcome } from './attempts-store.ts'

/** After so many messages in a row whose content could not be made, one counts as failed: its media is gone, say. */
const MOST_TAKEN_BACK = 5

/**
 * The outcome that `to` replaces, `none` where it is the first. null: nothing changes, for a success never becomes
 * anything else and what is told twice is no news.
 */
export const replacedBy = (
  was: AttemptOutcome,
  to: Exclude<AttemptOutcome, 'pending'>,
): 'none' | 'unknown' | 'fail' | null => {
  if (was === 'success' || was === to) return null
  return was === 'pending' ? 'none' : was
}

export type Answer = Pick<Extract<Fact, { kind: 'result' }>, 'outcome' | 'reason' | 'error'>
/** What happened in a row to messages of this run that could not leave. */
export type Streaks = Pick<Run, 'takenBack' | 'refusals'>
export type Verdict =
  /** restricted: WhatsApp's error ack says that the account may start no chat for now. */
  | { kind: 'outcome'; to: 'success' | 'fail'; error: number | null; notRegistered: boolean; restricted: boolean }
  /** The message surely never left: as if it had not been tried. isRefused: the run pauses before it asks WhatsApp again. */
  | { kind: 'take-back'; isRefused: boolean }
  | { kind: 'nothing' }

const NONE: Streaks = { takenBack: 0, refusals: 0 }
const FAILED = { kind: 'outcome', to: 'fail', error: null, notRegistered: false, restricted: false } as const

/**
 * @param was the attempt's outcome before this answer
 * @param streaks of the run under way; null: there is none any more, and none are kept
 */
export const verdictOfAnswer = (
  answer: Answer,
  was: AttemptOutcome,
  streaks: Streaks | null,
): { verdict: Verdict; streaks: Streaks | null } => {
  const reached = (verdict: Verdict) => ({ verdict, streaks: streaks && NONE })
  switch (answer.outcome) {
    case 'acked':
      return reached({ ...FAILED, to: 'success' })
    case 'rejected':
      return reached({ ...FAILED, error: answer.error, restricted: answer.error === REACHOUT_TIMELOCK })
    case 'not_registered':
      return reached({ ...FAILED, notRegistered: true })
    case 'failed':
      return ofUnsent(answer.reason, was, streaks)
  }
}

/** Only a pending attempt is taken back: what is unknown may have left after all, and what is final was counted. */
const ofUnsent = (
  reason: Answer['reason'],
  was: AttemptOutcome,
  streaks: Streaks | null,
): { verdict: Verdict; streaks: Streaks | null } => {
  if (was !== 'pending') return { verdict: { kind: 'nothing' }, streaks }
  const isRefused = reason === 'refused' && streaks !== null
  const taken = { verdict: { kind: 'take-back', isRefused } as const, streaks }
  if (streaks === null) return taken
  // nobody's fault but ours: the pause grows, and no recipient is counted for it
  if (isRefused) return { ...taken, streaks: { ...streaks, refusals: streaks.refusals + 1 } }
  // a runner of an older version gives no reason
  if (reason !== 'content' && reason !== null) return taken
  if (streaks.takenBack >= MOST_TAKEN_BACK) return { verdict: FAILED, streaks: { ...streaks, takenBack: 0 } }
  return { ...taken, streaks: { ...streaks, takenBack: streaks.takenBack + 1 } }
}

/** The member deleted this message for everyone. strike: it had been credited; uncredited: a one-off blast's earns nothing. */
export const verdictOfDeletion = (
  attempt: Pick<Attempt, 'revoked_at' | 'job_id'>,
): 'repeated' | 'uncredited' | 'strike' => {
  if (attempt.revoked_at !== null) return 'repeated'
  return attempt.job_id === null ? 'strike' : 'uncredited'
}
