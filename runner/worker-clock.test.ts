import { afterEach, expect, test, vi } from 'vitest'
import { WorkerClock } from './worker-clock.ts'

afterEach(() => vi.useRealTimers())

test('the quickest frame sets the clock, one that was held up does not turn it back', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  const clock = new WorkerClock()
  // this machine is 5 s ahead, the frame took 40 ms
  clock.heard(1_000_000 - 5_040)
  expect(clock.now()).toBe(1_000_000 - 5_040)
  vi.setSystemTime(1_030_000)
  clock.heard(1_000_000 - 5_000)
  expect(Math.abs(clock.now() - (1_030_000 - 5_040))).toBeLessThan(10)
})
test('before any frame it is this machine’s', () => {
  vi.useFakeTimers({ now: 5 })
  expect(new WorkerClock().now()).toBe(5)
})
