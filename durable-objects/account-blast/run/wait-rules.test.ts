import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import type { WaitReason } from '../document/document.ts'
import { GIVE_BACK_FROM_MS, REFRESH_MS, waitingOf } from './wait-rules.ts'

const NOW = Date.parse('2026-11-21T05:00:00Z')

describe('a blast that waits looks again at its time, or earlier where a setting may change it', () => {
  test.each<[string, WaitReason, number, number | null, number]>([
    // reason, until, rules asked for at, looks at (ms from now)
    ['an interval ends by itself', 'interval', HOUR_MS, 0, HOUR_MS],
    ['so does a restriction', 'restricted', HOUR_MS, 0, HOUR_MS],
    ['a refusal', 'refused', HOUR_MS, 0, HOUR_MS],
    ['an overload', 'overload', HOUR_MS, 0, HOUR_MS],
    ['a window may be changed: five minutes after the rules were asked for', 'window', HOUR_MS, 0, REFRESH_MS],
    ['so may a cap', 'daily_cap', HOUR_MS, -1_000, REFRESH_MS - 1_000],
    ['and a cooldown', 'cooldown', HOUR_MS, 0, REFRESH_MS],
    ['a wait of more than an hour: half an hour after', 'daily_cap', HOUR_MS + 1, -1_000, 30 * MINUTE_MS - 1_000],
    ['the next day, rules of half an hour ago: in a second', 'window', DAY_MS, -30 * MINUTE_MS, 1_000],
    ['rules that are due now are asked for in a second', 'window', HOUR_MS, -REFRESH_MS, 1_000],
    ['never asked for: five minutes from now', 'window', HOUR_MS, null, REFRESH_MS],
    ['a wait that ends sooner ends at its time', 'window', 5_000, 0, 5_000],
    ['sooner than a second, too', 'window', 400, -REFRESH_MS, 400],
  ])('%s', (_, reason, until, rulesAt, looks) =>
    expect(waitingOf({ reason, until: NOW + until }, rulesAt === null ? null : NOW + rulesAt, NOW).lookAt).toBe(
      NOW + looks,
    ),
  )
  test('a wait without a time of its own is ended by an event', () =>
    expect(waitingOf({ reason: 'connection', until: null }, NOW, NOW).lookAt).toBeNull())
})

describe('rule claim-order: numbers are not kept from others through a long wait', () => {
  test.each<[string, WaitReason, number | null, boolean]>([
    ['two minutes: they are kept', 'interval', GIVE_BACK_FROM_MS, false],
    ['a millisecond longer: they go back', 'interval', GIVE_BACK_FROM_MS + 1, true],
    ['a closed window: they go back', 'window', HOUR_MS, true],
    ['no connection, nobody knows how long: they go back', 'connection', null, true],
    ['another wait without a time: they are kept', 'overload', null, false],
  ])('%s', (_, reason, ms, givesBack) =>
    expect(waitingOf({ reason, until: ms === null ? null : NOW + ms }, NOW, NOW).givesBack).toBe(givesBack),
  )
})

describe('the screen is told of a wait that it can count down', () => {
  test.each([
    ['under a second: not', 999, false],
    ['a second', 1_000, true],
  ])('%s', (_, ms, isTold) => expect(waitingOf({ reason: 'interval', until: NOW + ms }, NOW, NOW).isShown).toBe(isTold))
  test('one without a time: not', () =>
    expect(waitingOf({ reason: 'connection', until: null }, NOW, NOW).isShown).toBe(false))
})
