// Which days a period has, and which periods are looked at where nobody said.
import { expect, test } from 'vitest'
import { beginOf, memberSpanOf, periodsOf, spanOf } from './rules.ts'

test.each([
  ['day', '2026-11-28', '2026-11-28'],
  ['week', '2026-11-28', '2026-11-23'],
  ['week', '2026-11-23', '2026-11-23'],
  ['week', '2026-11-29', '2026-11-23'],
  ['week', '2027-01-01', '2026-12-28'],
  ['month', '2026-11-28', '2026-11-01'],
] as const)('the %s of %s begins on %s', (by, day, begin) => expect(beginOf(by, day)).toBe(begin))

test.each([
  ['day', { from: '2026-10-29', to: '2026-11-28' }],
  ['week', { from: '2026-06-01', to: '2026-11-28' }],
  ['month', { from: '2025-12-01', to: '2026-11-28' }],
] as const)('by %s the last ones until today are looked at', (by, span) =>
  expect(spanOf({ by }, '2026-11-28')).toEqual(span),
)

test('from a day on no more is looked at than may be at once', () =>
  expect(spanOf({ by: 'day', from: '2020-02-01' }, '2026-11-28')).toEqual({ from: '2020-02-01', to: '2021-01-31' }))

test.each([
  [undefined, undefined, '2026-11-01', '2026-11-28'],
  ['2026-10-12', undefined, '2026-10-12', '2026-10-31'],
  ['2026-11-12', undefined, '2026-11-12', '2026-11-28'],
  [undefined, '2026-10-12', '2026-10-01', '2026-10-12'],
  ['2026-10-05', '2026-10-12', '2026-10-05', '2026-10-12'],
])('members from %s to %s are those from %s to %s', (from, to, first, last) =>
  expect(memberSpanOf({ from, to }, '2026-11-28')).toEqual({ from: first, to: last }),
)

test('periods at the ends of a span are cut by it, and one without money is there', () => {
  const day = { messages: 3, incomeSen: 1_000, referralSen: 100, bonusSen: -50, withheldSen: 7, paid: 9 }
  const rows = periodsOf('month', { from: '2028-01-30', to: '2028-03-02' }, [
    { day: '2028-01-31', ...day },
    { day: '2028-03-01', ...day },
    { day: '2028-03-02', ...day },
  ])
  expect(rows.map(({ from, to, earned, perMessage }) => [from, to, earned, perMessage])).toEqual([
    ['2028-03-01', '2028-03-02', 21, 3.5],
    ['2028-02-01', '2028-02-29', 0, null],
    ['2028-01-30', '2028-01-31', 10.5, 3.5],
  ])
})
