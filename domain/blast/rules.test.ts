import { describe, expect, test } from 'vitest'
import {
  backOffMs,
  capWait,
  claimSize,
  jakartaDay,
  nextJakartaMidnight,
  pickIntervalS,
  placeInSpread,
  progressOf,
  windowClosesAt,
  windowOpensAt,
  windowWait,
} from './rules.ts'

const at = (iso: string) => Date.parse(iso)

describe('the sending window', () => {
  const day = { start: '08:00', end: '20:00' }
  test('is open from its start', () => expect(windowOpensAt(day, at('2026-11-21T01:00:00Z'))).toBeNull())
  test('rule sending-window: is closed at its end and opens the next morning', () =>
    expect(windowOpensAt(day, at('2026-11-21T13:00:00Z'))).toBe(at('2026-11-22T01:00:00Z')))
  test('before its start it opens the same day', () =>
    expect(windowOpensAt(day, at('2026-11-20T23:30:00Z'))).toBe(at('2026-11-21T01:00:00Z')))
  test('may run over midnight', () => {
    const night = { start: '20:00', end: '06:00' }
    expect(windowOpensAt(night, at('2026-11-21T18:00:00Z'))).toBeNull()
    expect(windowOpensAt(night, at('2026-11-21T02:00:00Z'))).toBe(at('2026-11-21T13:00:00Z'))
  })
  test('closes at its end, today or tomorrow', () => {
    expect(windowClosesAt(day, at('2026-11-21T01:00:00Z'))).toBe(at('2026-11-21T13:00:00Z'))
    const night = { start: '20:00', end: '06:00' }
    expect(windowClosesAt(night, at('2026-11-21T14:00:00Z'))).toBe(at('2026-11-21T23:00:00Z'))
    expect(windowClosesAt({ start: '00:00', end: '24:00' }, at('2026-11-21T14:00:00Z'))).toBeNull()
    expect(windowClosesAt({ start: '08:00', end: '08:00' }, at('2026-11-21T14:00:00Z'))).toBeNull()
  })
  test('all day is all day', () => {
    expect(windowOpensAt({ start: '00:00', end: '24:00' }, at('2026-11-21T16:59:59Z'))).toBeNull()
    expect(windowOpensAt({ start: '00:00', end: '00:00' }, at('2026-11-21T16:59:59Z'))).toBeNull()
  })
})

describe('thousands of accounts that wait for the same second', () => {
  const day = { start: '08:00', end: '20:00' }
  const opens = at('2026-11-21T01:00:00Z')
  const late = { placeMs: 200_000, startedAt: opens - 3_600_000 }
  test('begin at their own place after the window opens, and are told that time before it does', () => {
    expect(windowWait(day, { ...late, now: opens - 1 })).toBe(opens + 200_000)
    expect(windowWait(day, { ...late, now: opens })).toBe(opens + 200_000)
    expect(windowWait(day, { ...late, now: opens + 199_999 })).toBe(opens + 200_000)
    expect(windowWait(day, { ...late, now: opens + 200_000 })).toBeNull()
  })
  test('do not wait when they start while it is open', () =>
    expect(windowWait(day, { ...late, startedAt: opens + 1, now: opens + 1 })).toBeNull())
  test('never begin outside a window, however short it is', () => {
    const short = { start: '08:00', end: '08:02' }
    expect(windowWait(short, { ...late, now: opens })).toBe(opens + 60_000)
    expect(windowWait(short, { ...late, now: opens + 60_000 })).toBeNull()
    expect(windowWait(short, { ...late, now: opens + 120_000 })).toBe(opens + 86_400_000 + 60_000)
    expect(windowWait({ start: '00:00', end: '24:00' }, { ...late, now: opens })).toBeNull()
  })
  test('begin the new day at their own place if they used up the day before', () => {
    const midnight = at('2026-11-21T17:00:00Z')
    const used = { today: 0, yesterday: 200, cap: 200 }
    expect(capWait({ ...used, today: 200, yesterday: 0 }, midnight - 1, 5_000)).toBe(midnight + 5_000)
    expect(capWait(used, midnight, 5_000)).toBe(midnight + 5_000)
    expect(capWait(used, midnight + 5_000, 5_000)).toBeNull()
    expect(capWait({ ...used, yesterday: 199 }, midnight, 5_000)).toBeNull()
  })
  test('have places all over the spread, each always the same', () => {
    const places = Array.from({ length: 10_000 }, (_, i) => placeInSpread(`acc-${i}`, 300_000))
    const seconds = Map.groupBy(places, (ms) => Math.floor(ms / 1_000))
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...places)).toBeLessThan(300_000)
    // 33 a second on average; all of them in the same one before
    expect(Math.max(...[...seconds.values()].map((s) => s.length))).toBeLessThan(150)
    expect(placeInSpread('acc-7', 300_000)).toBe(places[7])
    expect(placeInSpread('acc-7', 0)).toBe(0)
  })
})

test('a day is Jakarta’s', () => {
  expect(jakartaDay(at('2026-11-21T16:59:59Z'))).toBe('2026-11-21')
  expect(jakartaDay(at('2026-11-21T17:00:00Z'))).toBe('2026-11-22')
  expect(nextJakartaMidnight(at('2026-11-21T16:59:59Z'))).toBe(at('2026-11-21T17:00:00Z'))
  expect(nextJakartaMidnight(at('2026-11-21T17:00:00Z'))).toBe(at('2026-11-22T17:00:00Z'))
})

test('rule interval: intervals are whole seconds over the whole range and never under the floor', () => {
  const seen = new Set(Array.from({ length: 1000 }, (_, i) => pickIntervalS({ min: 2, max: 5, floor: 1 }, i / 1000)))
  expect([...seen].sort()).toEqual([2, 3, 4, 5])
  expect(pickIntervalS({ min: 0, max: 0, floor: 1 }, 0.5)).toBe(1)
  expect(pickIntervalS({ min: 0, max: 0, floor: 0 }, 0.5)).toBe(0)
})

test('rule daily-cap: a claim covers about two minutes and never more than today allows', () => {
  expect(claimSize({ min: 0, max: 0, floor: 0 }, 1000)).toBe(50)
  expect(claimSize({ min: 5, max: 15, floor: 1 }, 1000)).toBe(12)
  expect(claimSize({ min: 600, max: 600, floor: 1 }, 1000)).toBe(1)
  expect(claimSize({ min: 5, max: 15, floor: 1 }, 3)).toBe(3)
})

test('back-off has full jitter and a cap', () => {
  expect(backOffMs(0, 2_000, 300_000, 0.5)).toBe(1_000)
  expect(backOffMs(30, 2_000, 300_000, 0.999)).toBeLessThanOrEqual(300_000)
  expect(progressOf(1, 3)).toBe(33.33)
})
