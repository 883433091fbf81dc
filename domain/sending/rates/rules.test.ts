import { describe, expect, test } from 'vitest'
import { overNow, overRate, overSubjects, type SubjectSpan, weekOf, weeksBefore } from './rules.ts'

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

describe('rule rates: a template or a source', () => {
  const week = (more: Partial<SubjectSpan>): SubjectSpan => ({
    subject: 'Pameran',
    from: '2026-11-23',
    sent: 30,
    stopped: 3,
    letGoAt: null,
    ...more,
  })
  test('by its weeks together, each by itself', () => {
    const found = overSubjects([week({}), week({ from: '2026-11-16' }), week({ subject: 'Toko' })], 10)
    expect([...found]).toEqual([['Pameran', { why: 'stops', count: 6, of: 60 }]])
  })
  test('0 percent: it is never asked', () => {
    expect(overSubjects([week({ sent: 60, stopped: 60 })], 0).size).toBe(0)
  })
  test('a week that somebody looked at counts no more, a later one does', () => {
    const letGoAt = Date.parse('2026-11-25T12:00:00+07:00')
    expect(overSubjects([week({ sent: 60, stopped: 60, letGoAt })], 10).size).toBe(0)
    expect(overSubjects([week({ from: '2026-11-30', sent: 60, stopped: 60, letGoAt })], 10).size).toBe(1)
  })
  test('by days as by weeks: a later day of a week that somebody looked at counts', () => {
    const letGoAt = Date.parse('2026-11-25T12:00:00+07:00')
    const day = (from: string) => week({ from, sent: 60, stopped: 60, letGoAt })
    expect(['2026-11-24', '2026-11-25', '2026-11-26'].map((from) => overSubjects([day(from)], 10).size)).toEqual([
      0, 0, 1,
    ])
  })
  test('by the last days alone, which the weeks before cannot outweigh, by the weeks alone, and by both where neither is enough', () => {
    const [few, calm, bad] = [week({}), week({ sent: 900, stopped: 9 }), week({ sent: 60, stopped: 6 })]
    const found = (told: SubjectSpan, fresh: SubjectSpan) => [...overNow({ told: [told], fresh: [fresh] }, 10).values()]
    expect(found(calm, bad)).toMatchObject([{ count: 6, of: 60 }])
    expect(found(bad, calm)).toMatchObject([{ count: 6, of: 60 }])
    expect(found(few, few)).toMatchObject([{ count: 6, of: 60 }])
    expect(found(calm, few)).toEqual([])
  })
})
