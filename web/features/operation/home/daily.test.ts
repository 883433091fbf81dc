import { expect, test } from 'vitest'
import { jakartaDay } from '../../../../contract/ground/time.ts'
import { fillDays, latest } from './daily.ts'

const NOON = Date.parse('2026-11-21T05:00:00Z')

test('a day begins at midnight in Jakarta', () => {
  expect(jakartaDay(Date.parse('2026-11-20T16:59:59Z'))).toBe('2026-11-20')
  expect(jakartaDay(Date.parse('2026-11-20T17:00:00Z'))).toBe('2026-11-21')
})

const row = { day: '2026-11-20', success: 5, fail: 1, income: 500, withdrawals: 10_000, connected: 2, demo: false }

test('every day of the range is there, those without a row as zeros', () => {
  expect(fillDays([row], 3, NOON)).toEqual({
    days: ['2026-11-19', '2026-11-20', '2026-11-21'],
    success: [0, 5, 0],
    fail: [0, 1, 0],
    income: [0, 500, 0],
    withdrawals: [0, 10_000, 0],
    connected: [0, 2, 0],
  })
})

test('a longer range ends with the days of the home, which events have moved', () => {
  const of = (day: string, success: number) => ({ ...row, day, success })
  const longer = [of('2026-11-18', 1), of('2026-11-19', 2), of('2026-11-20', 3)]
  expect(latest(longer, [of('2026-11-19', 2), of('2026-11-20', 9)]).map(({ success }) => success)).toEqual([1, 2, 9])
})
