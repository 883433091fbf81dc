// When a campaign stops by itself (rule campaign-stops). Pure.
import { percentOf } from '../../../contract/ground/percent.ts'

/** Since it was launched, or somebody let it go on; stops: disputes among them. */
export type Judged = { success: number; fails: number; stops: number; disputes: number }
/** Of fewer messages nothing is said. */
export const ENOUGH = 50
const FAILS_PERCENT = 30
const DISPUTES_PERCENT = 1
/** One person alone may be wrong. */
const DISPUTES_MIN = 2

/** @param stopsPercent of the settings; 0: stops of their own accord stop nothing */
export const tooMany = (
  { success, fails, stops, disputes }: Judged,
  stopsPercent: number,
): { why: 'fails' | 'stops' | 'disputes'; count: number; of: number } | null => {
  const of = success + fails
  if (of < ENOUGH) return null
  if (disputes >= DISPUTES_MIN && percentOf(disputes, success) >= DISPUTES_PERCENT)
    return { why: 'disputes', count: disputes, of: success }
  if (stopsPercent > 0 && success > 0 && percentOf(stops, success) >= stopsPercent)
    return { why: 'stops', count: stops, of: success }
  return percentOf(fails, of) >= FAILS_PERCENT ? { why: 'fails', count: fails, of } : null
}
