// When a campaign will have ended, and at what cost (rule campaign-estimate).
import { describe, expect, test } from 'vitest'
import { actualPace, estimateOf, shortOfCampaign, type ZonePeople } from './campaign-estimate.ts'
import { openHours } from './campaign-hours.ts'

/** Of Jakarta; 1 December 2026 is a Tuesday. */
const at = (text: string): number => Date.parse(`2026-12-${text}:00+07:00`)
const MONDAY_TO_FRIDAY = { days: [1, 2, 3, 4, 5], from: '07:00', until: '24:00' }
const window = { start: '08:00', end: '20:00' }
const hours = openHours(MONDAY_TO_FRIDAY, window)
const known = {
  now: at('01T10:00'),
  startAt: null as number | null,
  endAt: null as number | null,
  isEven: false,
  messagesLeft: null as number | null,
  cost: 5_000,
  mostCost: null as number | null,
  perMinute: 1 as number | null,
  byHour: null as number[] | null,
  price: 100,
}
/** Of each hour of the day. */
const TWICE_AT_TEN = Array.from({ length: 24 }, (_, hour) => (hour === 10 ? 2 : 1))
const NEVER_YET = Array.from({ length: 24 }, () => 0)
type Said = Partial<typeof known> & { waiting?: number | null; freeAt?: number | null }
const when = ({ waiting = 1_200, freeAt = null, ...more }: Said) =>
  estimateOf({ ...known, ...more, zones: waiting === null ? null : [{ hours, people: waiting, freeAt }] })

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
    ['also in hours in which the place sent nothing', { waiting: 3, byHour: NEVER_YET }, at('01T11:00'), 5_300],
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
      zones: [],
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
        { now: at('01T10:00'), reached: people === null ? null : { people: [people], freeAt: null } },
      )
    expect(short({})).toEqual({ messages: 1, waiting: 20 })
    expect(short({ budget_rupiah: null, budget: 7 })).toEqual({ messages: 7, waiting: 20 })
    expect(short({ budget_rupiah: 2_500 })).toBeNull()
    expect(short({}, null)).toBeNull()
    const slow = { budget_rupiah: null, end_at: '2026-12-01T03:10:00.000Z', outlook: { ...outlook, per_minute: 1 } }
    expect(short(slow)).toEqual({ messages: 10, waiting: 20 })
    const running = { ...slow, state: 'running' as const, waiting: 12, held: 1, people: 20 }
    expect(short(running, null)).toEqual({ messages: 10, waiting: 13 })
    // the page of this release may meet a server of the one before
    const { zones: _, ...ofBefore } = slow.outlook
    expect(short({ ...running, outlook: ofBefore }, null)).toEqual({
      messages: 10,
      waiting: 13,
    })
    // about how many wait in each zone is only a share of those who do
    const zones = [20, 0, 20].map((people) => ({ people, free_at: null }))
    const zoned = { ...slow.outlook, zones } as unknown as typeof outlook
    expect(short({ ...running, outlook: zoned }, null)).toEqual({ messages: 10, waiting: 13 })
  })
})

test.each([
  ['running', 411.2, 412],
  ['running', 0.3, 1],
  ['running', 0, 0],
  ['running', null, null],
  ['paused', 411.2, null],
  ['finished', 411.2, null],
  // a server of the release before says nothing of it
  ['running', undefined, null],
] as const)(
  'rule campaign-estimate: of one that is %s, %s messages an hour are said as %s',
  (state, per_hour, said) => {
    const campaign = { state, outlook: { per_hour } } as unknown as Parameters<typeof actualPace>[0]
    expect(actualPace(campaign)).toBe(said)
  },
)

describe('rules campaign-estimate, campaign-zone: of zones it', () => {
  /** 10:00 to 11:00 there: from eight, nine and ten o'clock in Jakarta. */
  const inZones = (people: number[], more: { free?: (number | null)[] } & Partial<typeof known> = {}) => {
    const { free = [], ...rest } = more
    const clocks = { ...MONDAY_TO_FRIDAY, from: '10:00', until: '11:00' }
    const zones = people.map(
      (n, ahead): ZonePeople => ({ hours: openHours(clocks, window, ahead), people: n, freeAt: free[ahead] ?? null }),
    )
    return estimateOf({ ...known, now: at('01T07:00'), ...rest, zones })?.endAt
  }
  test.each([
    ['of each is in its hours', [30, 30, 30], {}, at('01T10:30')],
    ['of Jakarta, as of one without zones', [90, 0, 0], {}, at('02T10:30')],
    ['of the east ends before Jakarta begins', [0, 30, 90], {}, at('02T08:30')],
    ['of a budget goes first to the zone that is open first', [30, 30, 90], { messagesLeft: 75 }, at('01T09:15')],
    [
      'of whoever rests is in the hours of their zone',
      [30, 0, 30],
      { free: [null, null, at('01T08:30')] },
      at('01T10:30'),
    ],
    [
      'of whoever rests until their zone has closed',
      [30, 0, 30],
      { free: [null, null, at('01T09:00')] },
      at('02T08:00'),
    ],
    ['of some is as fast as the hour is in Jakarta', [120, 0, 0], { byHour: TWICE_AT_TEN }, at('01T11:00')],
  ])('%s', (_, people, more, endAt) => {
    expect(inZones(people, more)).toBe(endAt)
  })
  test('of two that are open sends to the one that closes first', () => {
    const clocks = { ...MONDAY_TO_FRIDAY, from: '10:00', until: '14:00' }
    const zones = [60, 0, 240].map((people, ahead) => ({
      hours: openHours(clocks, window, ahead),
      people,
      freeAt: null,
    }))
    // the east has all of its day until noon, and Jakarta what is left of its own
    expect(estimateOf({ ...known, now: at('01T07:00'), zones })?.endAt).toBe(at('01T13:00'))
  })
})
