import { describe, expect, test } from 'vitest'
import { DAY_MS, jakartaDay } from '../../../contract/ground/time.ts'
import {
  capWait,
  claimSize,
  countsOfDay,
  dailyCapOf,
  dayBefore,
  type Interval,
  lastJakartaMidnight,
  nextClaimableAt,
  nextJakartaMidnight,
  pickIntervalS,
  placeInSpread,
  progressOf,
  windowClosesAt,
  windowOpensAt,
  windowWait,
  toldOf,
} from './rules.ts'

const at = (iso: string) => Date.parse(iso)
/** Jakarta's clock on 21 November. */
const clock = (time: string) => at(`2026-11-21T${time}+07:00`)
const nextDay = (time: string) => clock(time) + DAY_MS

describe('rule sending-window: open from its start, closed at its end', () => {
  const day = { start: '08:00', end: '20:00' }
  const night = { start: '20:00', end: '06:00' }
  const allDay = { start: '00:00', end: '24:00' }
  test.each<[string, { start: string; end: string }, number, number | null]>([
    // window, now, opens at (null: it is open)
    ['a millisecond before its start: the same day', day, clock('07:59:59.999'), clock('08:00')],
    ['at its start', day, clock('08:00'), null],
    ['a millisecond before its end', day, clock('19:59:59.999'), null],
    ['at its end: the next morning', day, clock('20:00'), nextDay('08:00')],
    ['just before midnight: the next morning', day, clock('23:59:59.999'), nextDay('08:00')],
    ['at midnight: the same morning', day, clock('00:00'), clock('08:00')],
    ['over midnight, a millisecond before its start', night, clock('19:59:59.999'), clock('20:00')],
    ['over midnight, at its start', night, clock('20:00'), null],
    ['over midnight, at midnight', night, clock('00:00'), null],
    ['over midnight, a millisecond before its end', night, clock('05:59:59.999'), null],
    ['over midnight, at its end: in the evening', night, clock('06:00'), clock('20:00')],
    ['to the minute', { start: '08:30', end: '08:31' }, clock('08:31'), nextDay('08:30')],
    ['to the minute, open', { start: '08:30', end: '08:31' }, clock('08:30:59.999'), null],
    ['00:00–24:00 is all day', allDay, clock('23:59:59.999'), null],
    ['equal ends are all day', { start: '08:00', end: '08:00' }, clock('07:59'), null],
    ['until 24:00, at midnight: closed', { start: '08:00', end: '24:00' }, clock('00:00'), clock('08:00')],
    ['until 24:00, just before', { start: '08:00', end: '24:00' }, clock('23:59:59.999'), null],
  ])('%s', (_, window, now, opens) => expect(windowOpensAt(window, now)).toBe(opens))
  test.each<[string, { start: string; end: string }, number, number | null]>([
    ['today', day, clock('08:00'), clock('20:00')],
    ['a millisecond before', day, clock('19:59:59.999'), clock('20:00')],
    ['over midnight, in the evening: tomorrow', night, clock('21:00'), nextDay('06:00')],
    ['over midnight, in the night: today', night, clock('05:00'), clock('06:00')],
    ['at its end: the next one', night, clock('06:00'), nextDay('06:00')],
    ['all day: never', allDay, clock('21:00'), null],
    ['equal ends: never', { start: '08:00', end: '08:00' }, clock('21:00'), null],
  ])('it closes %s', (_, window, now, closes) => expect(windowClosesAt(window, now)).toBe(closes))
})

test.each([
  ['as a blast reads it', 120, 120],
  ['as it is stored', '120', 120],
  ['0 is a cap', '0', 0],
  ['nobody has set it', null, 200],
  ['a stored text that is no number', 'x', 200],
])('rule daily-cap: what an account may send a day, %s', (_, daily_cap, cap) =>
  expect(dailyCapOf({ daily_cap })).toBe(cap),
)

describe('rule daily-cap: used up, it waits for the next Jakarta day', () => {
  test.each<[string, { today: number; yesterday: number; cap: number }, number | null]>([
    ['nothing sent yet', { today: 0, yesterday: 0, cap: 200 }, null],
    ['one left', { today: 199, yesterday: 0, cap: 200 }, null],
    ['used up', { today: 200, yesterday: 0, cap: 200 }, nextDay('00:00')],
    ['more than used up, where it was lowered', { today: 201, yesterday: 0, cap: 200 }, nextDay('00:00')],
    ['a cap of 0 is used up from the start', { today: 0, yesterday: 0, cap: 0 }, nextDay('00:00')],
  ])('%s', (_, used, until) => expect(capWait(used, clock('12:00'), 0)).toBe(until))
  test.each([
    ['within the day they stay', '2026-11-21', clock('23:59:59.999'), { day: '2026-11-21', today: 7, yesterday: 3 }],
    ['at midnight they begin at 0', '2026-11-21', nextDay('00:00'), { day: '2026-11-22', today: 0, yesterday: 7 }],
    [
      'of two days ago nothing was yesterday',
      '2026-11-20',
      nextDay('00:00'),
      { day: '2026-11-22', today: 0, yesterday: 0 },
    ],
    [
      'of a day to come, where a clock was set back',
      '2026-11-22',
      clock('12:00'),
      { day: '2026-11-21', today: 0, yesterday: 0 },
    ],
    ['of an account that never sent', '', clock('12:00'), { day: '2026-11-21', today: 0, yesterday: 0 }],
  ])('counts of a day: %s', (_, day, now, counts) =>
    expect(countsOfDay({ day, today: 7, yesterday: 3 }, now)).toEqual(counts),
  )
  test('a day is Jakarta’s', () => {
    const midnight = nextDay('00:00')
    expect([jakartaDay(midnight - 1), jakartaDay(midnight)]).toEqual(['2026-11-21', '2026-11-22'])
    expect([dayBefore(midnight - 1), dayBefore(midnight)]).toEqual(['2026-11-20', '2026-11-21'])
    expect([nextJakartaMidnight(midnight - 1), nextJakartaMidnight(midnight)]).toEqual([midnight, midnight + DAY_MS])
    expect([lastJakartaMidnight(midnight - 1), lastJakartaMidnight(midnight)]).toEqual([midnight - DAY_MS, midnight])
  })
})

describe('rule cooldown: when another number can be claimed', () => {
  const NOW = clock('12:00')
  const WEEK_MS = 168 * 3_600_000
  test.each<[string, { oldestAttemptAt: number | null; heldByOthers: boolean; cooldownMs: number }, number | null]>([
    [
      'its oldest attempt and the cooldown, to the millisecond',
      { oldestAttemptAt: NOW - 1, heldByOthers: false, cooldownMs: WEEK_MS },
      NOW - 1 + WEEK_MS,
    ],
    [
      'numbers of others do not make it earlier',
      { oldestAttemptAt: NOW - 5, heldByOthers: true, cooldownMs: WEEK_MS },
      NOW - 5 + WEEK_MS,
    ],
    [
      'one never tried is claimable by its time',
      { oldestAttemptAt: 0, heldByOthers: false, cooldownMs: WEEK_MS },
      WEEK_MS,
    ],
    [
      'all are held by others: after their attempts',
      { oldestAttemptAt: null, heldByOthers: true, cooldownMs: WEEK_MS },
      NOW + WEEK_MS,
    ],
    ['the list is empty', { oldestAttemptAt: null, heldByOthers: false, cooldownMs: WEEK_MS }, null],
    ['without a cooldown nothing is waited for', { oldestAttemptAt: NOW, heldByOthers: true, cooldownMs: 0 }, null],
  ])('%s', (_, list, until) => expect(nextClaimableAt(list, NOW)).toBe(until))
})

describe('rule sending-window: thousands of accounts that wait for the same second', () => {
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
    expect([0, 1].map((ms) => windowWait(day, { ...late, startedAt: opens + ms, now: opens + ms }))).toEqual([
      null,
      null,
    ]))
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

describe('rule interval: whole seconds, uniform from the least to the most, never under the floor', () => {
  test.each<[string, Interval, number, number]>([
    ['the least', { min: 2, max: 5, floor: 1 }, 0, 2],
    ['the most', { min: 2, max: 5, floor: 1 }, 0.999_999, 5],
    ['each its share', { min: 2, max: 5, floor: 1 }, 0.25, 3],
    ['just under a share', { min: 2, max: 5, floor: 1 }, 0.249_999, 2],
    ['a floor above the least', { min: 0, max: 5, floor: 3 }, 0, 3],
    ['a floor above both', { min: 0, max: 1, floor: 3 }, 0.999_999, 3],
    ['the most under the least', { min: 5, max: 2, floor: 1 }, 0.999_999, 5],
    ['none at all, in the sandbox', { min: 0, max: 0, floor: 0 }, 0.5, 0],
  ])('%s', (_, interval, random, seconds) => expect(pickIntervalS(interval, random)).toBe(seconds))
})

describe('rule claim-order: a claim is what about two minutes need, 1 to 50, and never more than the day has left', () => {
  test.each<[string, Interval, number, number]>([
    ['no interval: fifty', { min: 0, max: 0, floor: 0 }, 1_000, 50],
    ['a short one: fifty at most', { min: 1, max: 1, floor: 1 }, 1_000, 50],
    ['the floor counts', { min: 0, max: 0, floor: 4 }, 1_000, 30],
    ['by its mean', { min: 5, max: 15, floor: 1 }, 1_000, 12],
    ['rounded up', { min: 7, max: 7, floor: 1 }, 1_000, 18],
    ['longer than two minutes: one', { min: 600, max: 600, floor: 1 }, 1_000, 1],
    ['no more than the day has left', { min: 5, max: 15, floor: 1 }, 3, 3],
    ['nothing left', { min: 5, max: 15, floor: 1 }, 0, 0],
    ['less than nothing, where the cap was lowered', { min: 5, max: 15, floor: 1 }, -2, 0],
  ])('%s', (_, interval, left, size) => expect(claimSize(interval, left)).toBe(size))
})

describe('rule end-of-blast: progress is what was sent of what was claimable when it began, in percent', () => {
  test.each([
    [1, 3, 33.33],
    [2, 3, 66.67],
    [3, 3, 100],
    [4, 3, 100],
    [0, 3, 0],
    [5, 0, 0],
  ])('%i of %i is %d', (sent, of, percent) => expect(progressOf(sent, of)).toBe(percent))
})

describe('rule recipients-again: who is told', () => {
  const at = Date.parse('2026-11-27T03:00:00Z')
  const open = { start: '08:00', end: '20:00' }
  test('are no more people than numbers, longest waiting first', () => {
    const told = (free: number) => toldOf(['a', 'b', 'c'], { paused: false, window: open, free }, at)
    expect([told(0), told(2), told(9)]).toEqual([[], ['a', 'b'], ['a', 'b', 'c']])
  })
  test('is nobody while the place is paused or outside the window', () => {
    expect(toldOf(['a'], { paused: true, window: open, free: 1 }, at)).toEqual([])
    expect(toldOf(['a'], { paused: false, window: { start: '12:00', end: '20:00' }, free: 1 }, at)).toEqual([])
  })
})
