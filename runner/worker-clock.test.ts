import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WorkerClock } from './worker-clock.ts'

/** This machine's wall clock at the start, 5 s ahead of the object's. */
const WALL = 1_000_000_000
const OBJECT = WALL - 5_000
const MINUTE = 60_000
let begun = 0
const passed = (): number => performance.now() - begun
beforeEach(() => {
  vi.useFakeTimers({ now: WALL })
  begun = performance.now()
})
afterEach(() => vi.useRealTimers())
/** Moves the wall clock and leaves the monotonic one, as setting the time or a suspended machine does. */
const setWall = (by: number): void => {
  const steady = performance.now()
  vi.setSystemTime(Date.now() + by)
  expect(performance.now()).toBe(steady)
}
/** A frame that was `ms` on its way. */
const hear = (clock: WorkerClock, ms: number, objectIsSetBack = 0): void =>
  clock.heard(OBJECT + passed() - ms - objectIsSetBack)
const off = (clock: WorkerClock): number => clock.now() - (OBJECT + passed())

test('the quickest frame sets the clock, one that was held up does not turn it back', () => {
  const clock = new WorkerClock()
  hear(clock, 40)
  expect(off(clock)).toBe(-40)
  vi.advanceTimersByTime(30_000)
  hear(clock, 20_000)
  expect(off(clock)).toBe(-40)
  vi.advanceTimersByTime(30_000)
  hear(clock, 10)
  expect(off(clock)).toBe(-10)
})
test.each([
  ['forward', 45_000],
  ['back', -45_000],
])('this machine’s clock set %s makes nothing late or young after the next frame', (_way, by) => {
  const clock = new WorkerClock()
  hear(clock, 40)
  setWall(by)
  vi.advanceTimersByTime(10_000)
  hear(clock, 60)
  expect(off(clock)).toBe(-40)
  // set back, it never made a message young in the meantime either
  setWall(-by)
  expect(off(clock)).toBeGreaterThanOrEqual(-40)
})
test('what lies here while the machine is suspended grows old', () => {
  const clock = new WorkerClock()
  hear(clock, 0)
  vi.advanceTimersByTime(1_000)
  setWall(90_000)
  expect(off(clock)).toBe(90_000)
})
test('a clock of the object that was set back is believed within ten minutes, one set forward at once', () => {
  const clock = new WorkerClock()
  hear(clock, 0)
  hear(clock, 0, 45_000)
  expect(off(clock)).toBe(0)
  for (let minute = 0; minute < 11; minute++) {
    vi.advanceTimersByTime(MINUTE)
    hear(clock, 0, 45_000)
  }
  expect(off(clock)).toBe(-45_000)
  hear(clock, 0)
  expect(off(clock)).toBe(0)
})
test('before any frame it is this machine’s', () => {
  expect(new WorkerClock().now()).toBe(WALL)
})
