import { afterEach, expect, test, vi } from 'vitest'
import { hearServerTime } from '../../lib/api/server-clock.ts'
import { watchDay } from './use-new-day.ts'

afterEach(() => {
  vi.useRealTimers()
  hearServerTime(String(Date.now()), Date.now())
})
const SECOND_MS = 1_000
/** How often the day was said to have changed, after each of these times. */
const changes = (clock: string, seconds: readonly number[], server?: string): number[] => {
  vi.useFakeTimers({ now: Date.parse(clock) })
  if (server !== undefined) hearServerTime(String(Date.parse(server)), Date.now())
  const changed = vi.fn<() => void>()
  const end = watchDay(changed)
  const seen = seconds.map((after) => {
    vi.advanceTimersByTime(after * SECOND_MS)
    return changed.mock.calls.length
  })
  end()
  vi.advanceTimersByTime(2 * 86_400 * SECOND_MS)
  expect(changed.mock.calls.length, 'once it has ended').toBe(seen.at(-1))
  return seen
}

test('rule today: a page that stands over midnight in Jakarta asks once, within a minute', () => {
  expect(changes('2026-11-23T16:58:30Z', [89, 31, 86_400 - 31, 60])).toEqual([0, 1, 1, 2])
})
test('by the server’s clock, whatever the device’s says', () => {
  expect(changes('2026-11-23T15:00:30Z', [60, 60], '2026-11-23T16:58:30Z')).toEqual([0, 1])
  expect(changes('2026-11-23T16:59:30Z', [60, 60], '2026-11-23T05:00:00Z')).toEqual([0, 0])
})
