// Totals over all accounts moved by single accounts' absolute counters. An account is counted from its first event
// on: that one adds one, later ones what they grew by; a fetch soon after puts right what was missed before.
import type { EventPayload } from '../../../contract/events.ts'
import type { MemberHome } from '../../../contract/home.ts'

type BlastCount = MemberHome['total']
export type Seen = ReadonlyMap<string, { success: number; fail: number }>

const grown = (now: number | undefined, before: number | undefined, first: number): number =>
  now === undefined ? 0 : before === undefined ? first : Math.max(0, now - before)

export const moveTotals = (
  totals: BlastCount,
  seen: Seen,
  event: 'count_success' | 'count_fail',
  payload: EventPayload,
): { totals: BlastCount; seen: Seen } => {
  const before = seen.get(payload.deviceId)
  const success = grown(payload.count_success, before?.success, event === 'count_success' ? 1 : 0)
  const fail = grown(payload.count_fail, before?.fail, event === 'count_fail' ? 1 : 0)
  const after = {
    success: payload.count_success ?? before?.success ?? 0,
    fail: payload.count_fail ?? before?.fail ?? 0,
  }
  return {
    totals: { successCount: totals.successCount + success, failCount: totals.failCount + fail },
    seen: new Map(seen).set(payload.deviceId, after),
  }
}
