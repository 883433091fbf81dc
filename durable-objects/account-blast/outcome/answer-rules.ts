// What an answer to a send, a receipt or a deletion means for the attempt (rules restricted, at-most-once, suspension). Pure.
import { REACHOUT_TIMELOCK } from '../../../contract/sending/whatsapp-codes.ts'
import type { Fact } from '../../../contract/operation/runner.ts'
import type { Run } from '../document/document.ts'
import type { Attempt, AttemptOutcome } from '../tables/attempts-store.ts'

/** After so many messages in a row whose content could not be made (their media is gone, say) one counts as failed. */
const MOST_TAKEN_BACK = 5
/** After so many messages in a row that could not leave within their time the run ends, half an hour to an hour after the first (rule late-sends). */
export const MOST_LATE = 12

/**
 * The outcome that `to` replaces; `none`: it is the first. null: nothing changes, because a success is final and a repeat has
 * no effect.
 */
export const replacedBy = (
  was: AttemptOutcome,
  to: Exclude<AttemptOutcome, 'pending'>,
): 'none' | 'unknown' | 'fail' | null => {
  if (was === 'success' || was === to) return null
  return was === 'pending' ? 'none' : was
}

export type Answer = Pick<Extract<Fact, { kind: 'result' }>, 'outcome' | 'reason' | 'error'>
/** Counts of messages in a row of this run that could not leave, by reason. */
export type Streaks = Pick<Run, 'takenBack' | 'refusals' | 'lates'>
export type Verdict =
  /** restricted: WhatsApp's error ack says that the account may start no chat for now. */
  | { kind: 'outcome'; to: 'success' | 'fail'; error: number | null; notRegistered: boolean; restricted: boolean }
  /** The message certainly never left: the attempt is undone. pause: why the run waits before the next one; null: it does not. */
  | { kind: 'take-back'; pause: 'refused' | 'late' | null }
  | { kind: 'nothing' }

const NONE: Streaks = { takenBack: 0, refusals: 0, lates: 0 }
const FAILED = { kind: 'outcome', to: 'fail', error: null, notRegistered: false, restricted: false } as const

/**
 * @param was the attempt's outcome before this answer
 * @param streaks of the run under way; null: no run is under way, and no streaks are returned
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

/** Only a pending attempt is undone: one that is unknown may have left after all, and a final one is already counted. */
const ofUnsent = (
  reason: Answer['reason'],
  was: AttemptOutcome,
  streaks: Streaks | null,
): { verdict: Verdict; streaks: Streaks | null } => {
  if (was !== 'pending') return { verdict: { kind: 'nothing' }, streaks }
  const takenBack = (pause: 'refused' | 'late' | null, after: Streaks | null) => ({
    verdict: { kind: 'take-back', pause } as const,
    streaks: after,
  })
  if (streaks === null) return takenBack(null, null)
  // WhatsApp refused the account, not the recipient: the pause grows, and no failure is counted
  if (reason === 'refused') return takenBack(reason, { ...streaks, refusals: streaks.refusals + 1 })
  // nor is it the recipient's fault that the way to WhatsApp is too slow
  if (reason === 'late') return takenBack(reason, { ...streaks, lates: (streaks.lates ?? 0) + 1 })
  // null: a runner of an older version, which gives no reason
  if (reason !== 'content' && reason !== null) return takenBack(null, streaks)
  if (streaks.takenBack >= MOST_TAKEN_BACK) return { verdict: FAILED, streaks: { ...streaks, takenBack: 0 } }
  return takenBack(null, { ...streaks, takenBack: streaks.takenBack + 1 })
}

/** The member deleted this message for everyone. strike: it had earned income; uncredited: its source earns nothing. */
export const verdictOfDeletion = (
  attempt: Pick<Attempt, 'revoked_at'>,
  earns: boolean,
): 'repeated' | 'uncredited' | 'strike' => {
  if (attempt.revoked_at !== null) return 'repeated'
  return earns ? 'strike' : 'uncredited'
}
