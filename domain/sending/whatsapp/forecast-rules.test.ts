import { describe, expect, test } from 'vitest'
import { forecastOf, openMsLeft, type Pace, sentOf } from './forecast-rules.ts'

const HOUR = 3_600_000
/** Epoch ms of an hour in Jakarta on 27 November 2026. */
const at = (hour: number): number => Date.parse('2026-11-26T17:00:00Z') + hour * HOUR

describe('how long the sending window still is open today', () => {
  test.each([
    ['from now to its end', { start: '08:00', end: '20:00' }, 15, 5],
    ['from its opening, which is still to come', { start: '08:00', end: '20:00' }, 3, 12],
    ['not at all after its end', { start: '08:00', end: '20:00' }, 21, 0],
    ['to midnight where it is open all day', { start: '00:00', end: '24:00' }, 20, 4],
    ['in two parts where it goes over midnight', { start: '22:00', end: '02:00' }, 1, 1 + 2],
    ['its second part alone', { start: '22:00', end: '02:00' }, 12, 2],
  ])('%s', (_, window, hour, hours) => expect(openMsLeft(window, at(hour))).toBe(hours * HOUR))
})

describe('what will have been earned by midnight', () => {
  const pace: Pace = {
    atWork: 2,
    sentByThem: 100,
    cap: 500,
    recipients: 10_000,
    interval: { min: 30, max: 90, floor: 10 },
    window: { start: '08:00', end: '20:00' },
    today: { success: 0, fail: 0 },
    lifetime: { success: 0, fail: 0 },
    earned: 10_000,
    fee: 100,
  }
  const after = (change: Partial<Pace>, hour = 18): number | null => forecastOf({ ...pace, ...change }, at(hour))
  test('two accounts, a message a minute each, two hours', () => expect(after({})).toBe(10_000 + 240 * pace.fee))
  test('no more than their daily caps allow', () => expect(after({ cap: 80 })).toBe(10_000 + 60 * pace.fee))
  test('and to no more people than there are', () => expect(after({ recipients: 7 })).toBe(10_000 + 7 * pace.fee))
  test('nothing more after the window, and below no cap', () => {
    expect(after({}, 21)).toBe(10_000)
    expect(after({ cap: 40 })).toBe(10_000)
  })
  test('of results so far only the part that earned, of before while the day has few', () => {
    expect(after({ lifetime: { success: 50, fail: 50 } })).toBe(10_000 + 120 * pace.fee)
    expect(after({ lifetime: { success: 50, fail: 50 }, today: { success: 30, fail: 10 } })).toBe(
      10_000 + 180 * pace.fee,
    )
    expect(after({ today: { success: 0, fail: 5 }, lifetime: { success: 100, fail: 5 } })).toBeGreaterThan(30_000)
  })
  test('the shortest interval is the place’s, not the person’s', () =>
    expect(after({ interval: { min: 0, max: 0, floor: 60 } })).toBe(10_000 + 240 * pace.fee))
  test('without any pause the cap alone is the limit', () =>
    expect(after({ interval: { min: 0, max: 0, floor: 0 } })).toBe(10_000 + 900 * pace.fee))
  test('nothing is said while none sends', () => expect(after({ atWork: 0 })).toBeNull())
})

test.each([
  ['the row lags behind what was earned', { stored: 0, live: 2, settled: 2 }, 2],
  ['what is not earned yet is still to come', { stored: 0, live: 2, settled: 0 }, 0],
  ['others of the person have results, too', { stored: 0, live: 2, settled: 90 }, 2],
  ['an account does not answer', { stored: 5, live: 0, settled: 90 }, 5],
])('of a cap is used, where %s', (_, sent, used) => expect(sentOf(sent)).toBe(used))
