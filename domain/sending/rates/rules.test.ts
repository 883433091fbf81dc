import { describe, expect, test } from 'vitest'
import {
  judgeTemplate,
  overRate,
  overSources,
  type SourceWeek,
  type TemplateCounts,
  weekOf,
  weeksBefore,
} from './rules.ts'

const LIMITS = { stopsPercent: 10, undeliveredPercent: 70 }
const NONE = { sent: 0, stopped: 0, due: 0, undelivered: 0 }

describe('rule rates: what is over its limit', () => {
  test.each([
    ['nothing was sent', NONE, null],
    ['of 49 even all may stop: too few to say anything', { ...NONE, sent: 49, stopped: 49 }, null],
    ['4 of 50 stop', { ...NONE, sent: 50, stopped: 4 }, null],
    ['5 of 50 stop', { ...NONE, sent: 50, stopped: 5 }, { why: 'stops', count: 5, of: 50 }],
    ['34 of 50 did not arrive', { ...NONE, sent: 90, due: 50, undelivered: 34 }, null],
    [
      '35 of 50 did not arrive',
      { ...NONE, sent: 90, due: 50, undelivered: 35 },
      { why: 'undelivered', count: 35, of: 50 },
    ],
    ['what is not due yet counts nowhere', { ...NONE, sent: 90, due: 49, undelivered: 49 }, null],
    ['a stop is said first', { sent: 50, stopped: 5, due: 50, undelivered: 50 }, { why: 'stops', count: 5, of: 50 }],
  ])('%s', (_, rates, found) => expect(overRate(rates, LIMITS)).toEqual(found))
  test('0 percent: it is never asked', () => {
    const all = { sent: 50, stopped: 50, due: 50, undelivered: 50 }
    expect(overRate(all, { stopsPercent: 0, undeliveredPercent: 0 })).toBeNull()
    expect(overRate(all, { stopsPercent: 0, undeliveredPercent: 70 })).toMatchObject({ why: 'undelivered' })
  })
})

test('a week begins on Monday in Jakarta', () => {
  expect(weekOf(Date.parse('2026-11-23T00:00:00+07:00'))).toBe('2026-11-23')
  expect(weekOf(Date.parse('2026-11-29T23:59:59+07:00'))).toBe('2026-11-23')
  expect(weekOf(Date.parse('2026-11-30T00:00:00+07:00'))).toBe('2026-11-30')
  expect(weeksBefore(Date.parse('2026-11-30T12:00:00+07:00'), 1)).toBe('2026-11-23')
})

describe('rule rates: a template', () => {
  const judged = (counts: Partial<TemplateCounts>) =>
    judgeTemplate({ id: 't', success: 0, stop: 0, judgedSuccess: 0, judgedStop: 0, resumed: false, ...counts }, LIMITS)
  test('is paused by the stops since the last judgement', () => {
    expect(judged({ success: 1_050, stop: 25, judgedSuccess: 1_000, judgedStop: 20 })).toEqual({
      judgedSuccess: 1_050,
      judgedStop: 25,
      pause: { why: 'stops', count: 5, of: 50 },
    })
    expect(judged({ success: 1_050, stop: 24, judgedSuccess: 1_000, judgedStop: 20 })).toBeNull()
  })
  test('begins anew after 200 good ones, so that many good ones of before hide nothing', () => {
    expect(judged({ success: 200, stop: 19 })).toEqual({ judgedSuccess: 200, judgedStop: 19, pause: null })
    expect(judged({ success: 199, stop: 19 })).toBeNull()
  })
  test('is not judged by what was counted before anybody looked', () => {
    expect(judged({ success: 60, stop: 30, judgedSuccess: null, judgedStop: null })).toEqual({
      judgedSuccess: 60,
      judgedStop: 30,
      pause: null,
    })
  })
  test('that somebody activated again is judged by what comes from then on', () => {
    expect(judged({ success: 60, stop: 30, resumed: true })).toEqual({ judgedSuccess: 60, judgedStop: 30, pause: null })
  })
})

describe('rule rates: a source', () => {
  const week = (more: Partial<SourceWeek>): SourceWeek => ({
    source: 'Pameran',
    week: '2026-11-23',
    sent: 30,
    delivered: 30,
    stopped: 3,
    releasedAt: null,
    ...more,
  })
  test('by both weeks together, each source by itself', () => {
    const found = overSources([week({}), week({ week: '2026-11-16' }), week({ source: 'Toko' })], LIMITS)
    expect([...found]).toEqual([['Pameran', { why: 'stops', count: 6, of: 60 }]])
  })
  test('that did not arrive', () => {
    const found = overSources([week({ sent: 50, delivered: 15, stopped: 0 })], LIMITS)
    expect([...found]).toEqual([['Pameran', { why: 'undelivered', count: 35, of: 50 }]])
  })
  test('a week that somebody looked at counts no more, a later one does', () => {
    const releasedAt = Date.parse('2026-11-25T12:00:00+07:00')
    expect(overSources([week({ sent: 60, stopped: 60, releasedAt })], LIMITS).size).toBe(0)
    expect(overSources([week({ week: '2026-11-30', sent: 60, stopped: 60, releasedAt })], LIMITS).size).toBe(1)
  })
})
