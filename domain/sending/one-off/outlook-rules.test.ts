import { describe, expect, test } from 'vitest'
import { outlookOf, type Pace } from './outlook-rules.ts'

/** 12.00 in Jakarta. */
const NOON = Date.parse('2026-11-21T05:00:00Z')
const HOUR = 3_600_000
const PACE: Pace = {
  interval: { min: 5, max: 15, floor: 1 },
  window: { start: '08:00', end: '20:00' },
  dailyCap: 200,
  sentToday: 0,
}
describe('rule one-off-preview: how long it takes follows interval, window and cap', () => {
  test.each<[string, number, Partial<Pace>, number, { startsAt: number; endsAt: number; days: number } | null]>([
    ['nobody: at once', 0, {}, NOON, { startsAt: NOON, endsAt: NOON, days: 0 }],
    ['the mean interval between two', 7, {}, NOON, { startsAt: NOON, endsAt: NOON + 60_000, days: 1 }],
    [
      'an interval of nothing',
      7,
      { interval: { min: 0, max: 0, floor: 0 } },
      NOON,
      { startsAt: NOON, endsAt: NOON, days: 1 },
    ],
    [
      'the floor counts',
      2,
      { interval: { min: 1, max: 1, floor: 30 } },
      NOON,
      { startsAt: NOON, endsAt: NOON + 30_000, days: 1 },
    ],
    [
      'before the window opens',
      1,
      {},
      NOON - 6 * HOUR,
      { startsAt: NOON - 4 * HOUR, endsAt: NOON - 4 * HOUR, days: 1 },
    ],
    ['after it closed', 1, {}, NOON + 9 * HOUR, { startsAt: NOON + 20 * HOUR, endsAt: NOON + 20 * HOUR, days: 1 }],
    [
      'what the cap leaves today, the rest tomorrow',
      3,
      { dailyCap: 2, sentToday: 0 },
      NOON,
      { startsAt: NOON, endsAt: NOON + 20 * HOUR, days: 2 },
    ],
    [
      'a cap that is used up',
      1,
      { sentToday: 200 },
      NOON,
      { startsAt: NOON + 20 * HOUR, endsAt: NOON + 20 * HOUR, days: 1 },
    ],
    [
      '20,000 at 200 a day are a hundred days',
      20_000,
      {},
      NOON,
      { startsAt: NOON, endsAt: NOON - 4 * HOUR + 99 * 24 * HOUR + 1_990_000, days: 100 },
    ],
    [
      'a window over midnight',
      2,
      { window: { start: '22:00', end: '02:00' }, dailyCap: 1 },
      NOON,
      { startsAt: NOON + 10 * HOUR, endsAt: NOON + 12 * HOUR, days: 2 },
    ],
    ['no cap at all: never', 1, { dailyCap: 0 }, NOON, null],
  ])('%s', (_, count, pace, now, expected) => expect(outlookOf(count, { ...PACE, ...pace }, now)).toEqual(expected))
})
