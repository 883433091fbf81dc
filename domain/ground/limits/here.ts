// Counts calls in the isolate that answers them: for calls that cost less than a row of the database (rule rate-limits).
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import type { Limit } from './rules.ts'

/** Keys that an isolate remembers; beyond it starts over, so that many addresses cannot fill its memory. */
const KEYS_MAX = 10_000
type Count = { since: number; calls: number }
const counts = new Map<string, Count>()

/** Seconds to wait; null: the call is allowed and was counted. The window begins with its first call. */
export const countHere = (key: string, { most, minutes }: Limit, now: number): number | null => {
  const known = counts.get(key)
  if (!known || known.since + minutes * MINUTE_MS <= now) {
    if (counts.size >= KEYS_MAX) counts.clear()
    counts.set(key, { since: now, calls: 1 })
    return null
  }
  if (known.calls >= most) return Math.max(1, Math.ceil((known.since + minutes * MINUTE_MS - now) / 1_000))
  known.calls += 1
  return null
}
