// How many messages of a campaign that is spread evenly are sent now (rule campaign-pace).
import { describe, expect, test } from 'vitest'
import { openHours } from '../../../contract/sending/campaign-hours.ts'
import { evenPace } from './pace-rules.ts'

/** Of Jakarta; 1 December 2026 is a Tuesday. */
const at = (text: string): number => Date.parse(`2026-12-${text}:00+07:00`)
const DAYS = [1, 2, 3, 4, 5, 6, 7]
const WINDOW = { start: '08:00', end: '20:00' }
/** In ten minutes. */
const pace = (
  people: number[],
  [from, until]: [string, string],
  { now, end, wanted = Infinity }: { now: string; end: string; wanted?: number },
): number => {
  const zones = people.map((n, ahead) => ({ hours: openHours({ days: DAYS, from, until }, WINDOW, ahead), people: n }))
  const all = people.reduce((sum, n) => sum + n, 0)
  return evenPace(zones, Math.min(all, wanted), { from: at(now), until: at(end) }, 10)
}
const ONE_HOUR: [string, string] = ['10:00', '11:00']

describe('rule campaign-pace: with zones', () => {
  test.each([
    ['each is spread over its own hours', [60, 60, 60], { now: '01T07:00', end: '01T11:00' }, 10],
    ['a small zone goes no faster than its own people need', [6, 0, 60], { now: '01T10:00', end: '02T11:00' }, 0.5],
    ['a large one has its own hours to itself', [6, 0, 60], { now: '01T08:00', end: '02T11:00' }, 5],
    ['whose hours are over for good has no part', [60, 0, 60], { now: '01T10:00', end: '01T12:00' }, 10],
    ['of a budget these have no part either', [60, 0, 60], { now: '01T10:00', end: '01T12:00', wanted: 30 }, 5],
    ['the last minutes of an hour have all that is left', [8, 0, 0], { now: '01T10:55', end: '01T12:00' }, 8],
    ['an end within an hour leaves no more than that', [60, 0, 0], { now: '01T10:00', end: '01T10:30' }, 20],
    ['of nobody there is none', [0, 0, 0], { now: '01T10:00', end: '01T12:00' }, 0],
  ])('%s', (_, people, times, expected) => {
    expect(pace(people, ONE_HOUR, times)).toBeCloseTo(expected)
  })
  test('the east is done when its day ends, which is before Jakarta’s does', () => {
    // 08:00 to 18:00 and 08:00 to 20:00 in Jakarta
    const day: [string, string] = ['08:00', '20:00']
    const times = { now: '01T08:00', end: '01T20:00' }
    expect(pace([0, 0, 600], day, times)).toBeCloseTo(10)
    expect(pace([120, 0, 600], day, times)).toBeCloseTo(10)
    expect(pace([600, 0, 120], day, times)).toBeCloseTo(10)
    expect(pace([120, 0, 600], day, { ...times, now: '01T18:00' })).toBeCloseTo(10)
    // what of the days to come is the east's is not Jakarta's, too
    expect(pace([60, 0, 600], day, { now: '01T18:00', end: '02T20:00' })).toBeCloseTo(2.5)
  })
  test('without them all have the hours of Jakarta', () => {
    expect(pace([72], ['08:00', '20:00'], { now: '01T08:00', end: '01T20:00' })).toBeCloseTo(1)
    expect(pace([72], ['08:00', '20:00'], { now: '01T21:00', end: '01T22:00' })).toBeCloseTo(72)
  })
})
