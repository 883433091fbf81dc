// Chooses the next step of a number check (rule number-checks) from everything it depends on. Pure: the object carries the
// step out and asks for the next.
import { QUERY_MAX } from '../../../contract/sending/number-checks.ts'
import { capWait } from '../../../domain/sending/blast/rules.ts'
import type { Check, WaitReason } from '../document/document.ts'

/** Settings are read again this often, so that a changed cap reaches a waiting check. */
export const RULES_MS = 300_000

export type CheckView = {
  check: Check | null
  connected: boolean
  restrictedUntil: number | null
  lookupsToday: number
  lookupsYesterday: number
  /** This account's delay (ms) where all accounts would otherwise start in the same second. */
  placeMs: number
  /** The settings as they were read at `at` (epoch ms); null: not read yet. */
  rules: { cap: number; floor: number; at: number } | null
  /** Neither settings nor source are read before this. */
  readNotBefore: number
  answerWaitMs: number
  now: number
}
export type CheckStep =
  | { kind: 'idle' }
  | { kind: 'await-answer'; until: number }
  | { kind: 'end'; why: 'stopped' | 'finished' | 'failed' }
  | { kind: 'learn' }
  | { kind: 'wait'; reason: WaitReason; until: number | null }
  /** The query in flight goes out once more. */
  | { kind: 'ask-again' }
  | { kind: 'query'; count: number }

export const nextCheckStep = (view: CheckView): CheckStep => {
  const { check, rules, now } = view
  if (!check) return { kind: 'idle' }
  if (check.error !== null) return { kind: 'end', why: 'failed' }
  const { query } = check
  if (query && query.at !== null && view.connected && now - query.at < view.answerWaitMs)
    return { kind: 'await-answer', until: query.at + view.answerWaitMs }
  // a stop lets the query in flight finish; a lost one is asked again at the next start
  if (check.stopRequested) return { kind: 'end', why: 'stopped' }
  if (!query && check.cursor >= check.total) return { kind: 'end', why: 'finished' }
  if (!view.connected) return { kind: 'wait', reason: 'connection', until: null }
  if (view.restrictedUntil !== null && view.restrictedUntil > now)
    return { kind: 'wait', reason: 'restricted', until: view.restrictedUntil }
  if (view.readNotBefore > now) return { kind: 'wait', reason: 'overload', until: view.readNotBefore }
  if (!rules || now - rules.at >= RULES_MS) return { kind: 'learn' }
  const used = { today: view.lookupsToday, yesterday: view.lookupsYesterday, cap: rules.cap }
  const capUntil = capWait(used, now, view.placeMs)
  if (capUntil !== null) return { kind: 'wait', reason: 'daily_cap', until: capUntil }
  const left = rules.cap - view.lookupsToday
  if (check.nextAt > now)
    return { kind: 'wait', reason: check.errors > 0 ? 'refused' : 'interval', until: check.nextAt }
  if (query) return { kind: 'ask-again' }
  const unspaced = Math.max(check.interval.min, check.interval.max, rules.floor) === 0
  return { kind: 'query', count: Math.min(unspaced ? QUERY_MAX : 1, left, check.total - check.cursor) }
}
