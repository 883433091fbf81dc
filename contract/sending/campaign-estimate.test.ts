// When a campaign will have ended, and at what cost (rule campaign-estimate).
import { describe, expect, test } from 'vitest'
import { estimateOf, minutesBetween, openHours, shortOfCampaign, zoneNeverOpen } from './campaign-estimate.ts'

/** Of Jakarta; 1 December 2026 is a Tuesday. */
const at = (text: string): number => Date.parse(`2026-12-${text}:00+07:00`)
const MONDAY_TO_FRIDAY = { days: [1, 2, 3, 4, 5], from: '07:00', until: '24:00' }
const hours = openHours(MONDAY_TO_FRIDAY, { start: '08:00', end: '20:00' })
const known = {
  hours,
  now: at('01T10:00'),
  startAt: null,
  endAt: null,
  isEven: false,
  waiting: 1_200,
  freeAt: null,
  messagesLeft: null,
  cost: 5_000,
  mostCost: null,
  perMinute: 1,
  byHour: null,
  price: 100,
}
/** Of each hour of the day. */
const TWICE_AT_TEN = Array.from({ length: 24 }, (_, hour) => (hour === 10 ? 2 : 1))
const when = (more: Partial<typeof known | { [K in keyof typeof known]: number | boolean | number[] | null }>) =>
  estimateOf({ ...known, ...more } as typeof known)

test('hours are those of the campaign in which the place sends', () => {
  expect(minutesBetween(hours, at('01T00:00'), at('02T00:00'))).toBe(12 * 60)
  expect(minutesBetween(hours, at('04T19:00'), at('07T09:00'))).toBe(2 * 60)
  expect(
    minutesBetween(
      openHours({ days: [6], from: '21:00', until: '22:00' }, { start: '08:00', end: '20:00' }),
      at('01T00:00'),
      at('20T00:00'),
    ),
  ).toBe(0)
})

test('a place may send over midnight, or all day', () => {
  const night = { start: '20:00', end: '04:00' }
  const always = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '24:00' }
  expect(minutesBetween(openHours(always, night), at('01T10:00'), at('02T10:00'))).toBe(8 * 60)
  expect(minutesBetween(openHours({ ...always, until: '02:00' }, night), at('01T01:00'), at('02T10:00'))).toBe(3 * 60)
  expect(minutesBetween(openHours(always, { start: '08:00', end: '08:00' }), at('01T00:00'), at('02T00:00'))).toBe(
    1_440,
  )
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

describe('rule campaign-estimate: it ', () => {
  test.each([
    ['over the night', {}, at('02T18:00'), 125_000],
    ['after its start', { startAt: at('03T08:00'), waiting: 600 }, at('03T18:00'), 65_000],
    ['over the weekend', { now: at('04T19:00'), waiting: 120 }, at('07T09:00'), 17_000],
    ['when the last of them has rested, and no later', { freeAt: at('03T21:00') }, at('04T08:00'), 125_000],
    [
      'no later for whoever rests, where its messages are used up before',
      { freeAt: at('03T21:00'), messagesLeft: 60 },
      at('01T11:00'),
      11_000,
    ],
    ['as fast as the hours are', { waiting: 120, byHour: TWICE_AT_TEN }, at('01T11:00'), 17_000],
    ['no more than its messages', { messagesLeft: 60 }, at('01T11:00'), 11_000],
    ['no more than its rupiah', { mostCost: 11_050 }, at('01T11:00'), 11_000],
    ['no later than its end, with what is sent by then', { endAt: at('01T12:00') }, at('01T12:00'), 17_000],
    ['at its end, where it is spread', { endAt: at('04T12:00'), isEven: true }, at('04T12:00'), 125_000],
    ['of nobody', { waiting: 0 }, at('01T10:00'), 5_000],
  ])('ends %s', (_, more, endAt, cost) => {
    expect(when(more)).toEqual({ endAt, cost, messages: (cost - known.cost) / known.price })
  })
  test('is not said where nothing is known, or it would take more than a year', () => {
    expect(when({ perMinute: null })).toBeNull()
    expect(when({ waiting: null })).toBeNull()
    expect(when({ waiting: 100_000_000 })).toBeNull()
    expect(when({ perMinute: null, isEven: true, endAt: at('04T12:00') })).toEqual({
      endAt: at('04T12:00'),
      cost: 125_000,
      messages: 1_200,
    })
  })
  test('says how few of those who wait its messages, rupiah and end suffice for, also where nobody knows how fast it goes', () => {
    const outlook = {
      per_minute: null,
      by_hour: null,
      price: 125,
      free_at: null,
      window: { start: '08:00', end: '20:00' },
    }
    const draft = {
      ...MONDAY_TO_FRIDAY,
      state: 'draft',
      pace: 'fast',
      start_at: null,
      end_at: null,
      cost: 0,
      budget: null,
      budget_rupiah: 150,
      outlook,
      people: 0,
      waiting: 0,
      held: 0,
      dropped: 0,
      gone: 0,
    } as unknown as Parameters<typeof shortOfCampaign>[0]
    const short = (more: Partial<typeof draft>, people: number | null = 20) =>
      shortOfCampaign(
        { ...draft, ...more },
        { now: at('01T10:00'), reached: people === null ? null : { people, freeAt: null } },
      )
    expect(short({})).toEqual({ messages: 1, waiting: 20 })
    expect(short({ budget_rupiah: null, budget: 7 })).toEqual({ messages: 7, waiting: 20 })
    expect(short({ budget_rupiah: 2_500 })).toBeNull()
    expect(short({}, null)).toBeNull()
    const slow = { budget_rupiah: null, end_at: '2026-12-01T03:10:00.000Z', outlook: { ...outlook, per_minute: 1 } }
    expect(short(slow)).toEqual({ messages: 10, waiting: 20 })
    expect(short({ ...slow, state: 'running', waiting: 12, held: 1, people: 20 }, null)).toEqual({
      messages: 10,
      waiting: 13,
    })
  })
})
