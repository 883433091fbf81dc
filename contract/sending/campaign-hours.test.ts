// When a campaign's people may be sent to (rules campaign-zone, campaign-estimate).
import { describe, expect, test } from 'vitest'
import {
  minutesBetween,
  type OpenHours,
  openHours,
  peopleByZone,
  ZONE_COUNTED,
  zoneNeverOpen,
} from './campaign-hours.ts'

/** Of Jakarta; 1 December 2026 is a Tuesday. */
const at = (text: string): number => Date.parse(`2026-12-${text}:00+07:00`)
const hours = openHours({ days: [1, 2, 3, 4, 5], from: '07:00', until: '24:00' }, { start: '08:00', end: '20:00' })
const minutes = (of: OpenHours, from: string, until: string): number => minutesBetween([of], at(from), at(until))

test('hours are those of the campaign in which the place sends', () => {
  expect(minutes(hours, '01T00:00', '02T00:00')).toBe(12 * 60)
  expect(minutes(hours, '04T19:00', '07T09:00')).toBe(2 * 60)
  const never = openHours({ days: [6], from: '21:00', until: '22:00' }, { start: '08:00', end: '20:00' })
  expect(minutes(never, '01T00:00', '20T00:00')).toBe(0)
})

test('a place may send over midnight, or all day', () => {
  const night = { start: '20:00', end: '04:00' }
  const always = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '24:00' }
  expect(minutes(openHours(always, night), '01T10:00', '02T10:00')).toBe(8 * 60)
  expect(minutes(openHours({ ...always, until: '02:00' }, night), '01T01:00', '02T10:00')).toBe(3 * 60)
  expect(minutes(openHours(always, { start: '08:00', end: '08:00' }), '01T00:00', '02T00:00')).toBe(1_440)
})

describe('rule campaign-zone: hours of zones', () => {
  const of = (ahead: number, days = [1, 2, 3, 4, 5, 6, 7]) =>
    openHours({ days, from: '09:15', until: '10:45' }, { start: '08:00', end: '20:00' }, ahead)
  test('are by the clock there, and together those in which one of them is open', () => {
    expect(minutes(of(1), '01T08:00', '01T10:00')).toBe(90)
    expect(minutes(of(2), '01T08:00', '01T10:00')).toBe(45)
    const both = minutesBetween([of(0), of(2)], at('01T00:00'), at('02T00:00'))
    expect(both).toBe(90 + 45)
    expect(minutesBetween([of(0), of(1)], at('01T00:00'), at('02T00:00'))).toBe(150)
    expect(minutesBetween([of(1, [2])], at('01T00:00'), at('08T00:00'))).toBe(90)
    const early = openHours(
      { days: [1, 2, 3, 4, 5, 6, 7], from: '00:30', until: '01:30' },
      { start: '00:00', end: '24:00' },
      2,
    )
    expect(minutes(early, '01T12:00', '02T12:00')).toBe(60)
  })
})

describe('rule campaign-pace: how many wait in each zone', () => {
  test.each([
    ['is what was counted', 30, [10, 0, 20], [100, 800, 100], [10, 0, 20]],
    [
      'is by the shares at joining where more wait than were counted',
      9_000,
      [ZONE_COUNTED, ZONE_COUNTED, 0],
      [6, 2, 2],
      [6_750, 2_250, 0],
    ],
    ['is what others leave', 9_000, [ZONE_COUNTED, 500, 20], [5, 1, 2], [8_480, 500, 20]],
    ['also where nobody was counted at joining', 9_000, [500, ZONE_COUNTED, 0], [5, 0, 0], [500, 8_500, 0]],
    ['is nobody of nobody', 0, [0, 0, 0], [5, 5, 5], [0, 0, 0]],
  ])('%s', (_, waiting, counted, joined, people) => {
    expect(peopleByZone(waiting, counted, joined)).toEqual(people)
  })
})

describe('rule campaign-zone: hours that some zone never has', () => {
  const never = (
    [from, until]: [string, string],
    [start, end]: [string, string],
    more: { days?: number[]; endAt?: number; zone_field?: string | null } = {},
  ) => {
    const { days = [1, 2, 3, 4, 5, 6, 7], endAt = null, zone_field = 'zona' } = more
    return zoneNeverOpen({ days, from, until, zone_field }, { start, end }, { from: at('01T10:00'), endAt })
  }
  test('are within the window by that zone’s clock', () => {
    expect(never(['08:00', '10:00'], ['08:00', '20:00'])).toBe('WIT')
    expect(never(['08:00', '10:01'], ['08:00', '20:00'])).toBe(null)
    expect(never(['20:00', '22:00'], ['08:00', '20:00'])).toBe('WIB')
    expect(never(['08:00', '10:00'], ['08:00', '20:00'], { zone_field: null })).toBe(null)
  })
  test('count after midnight there, on the day that it is there', () => {
    expect(never(['00:00', '01:00'], ['00:00', '24:00'])).toBe(null)
    // 1 December is a Tuesday: at 22:00 in Jakarta it is Wednesday in Jayapura
    const wednesday = { days: [3], endAt: at('01T23:30') }
    expect(never(['00:00', '24:00'], ['00:00', '24:00'], wednesday)).toBe('WIB')
    expect(never(['00:00', '24:00'], ['20:00', '23:00'], { days: [2], endAt: at('01T20:30') })).toBe(null)
  })
  test('count in a window over midnight, and in one that is open all day', () => {
    expect(never(['21:00', '23:00'], ['20:00', '04:00'], { zone_field: null })).toBe(null)
    expect(never(['01:00', '03:00'], ['20:00', '04:00'], { zone_field: null })).toBe(null)
    expect(never(['08:00', '19:00'], ['20:00', '04:00'], { zone_field: null })).toBe('WIB')
    expect(never(['09:00', '17:00'], ['08:00', '08:00'])).toBe(null)
    expect(never(['04:00', '06:00'], ['20:00', '04:00'])).toBe('WIB')
    expect(never(['20:00', '21:30'], ['20:00', '04:00'])).toBe('WIT')
  })
})
