import { expect, test } from 'vitest'
import { fillDays, jakartaDay } from './daily.ts'

const NOON = Date.parse('2026-11-21T05:00:00Z')

test('a day begins at midnight in Jakarta', () => {
  expect(jakartaDay(Date.parse('2026-11-20T16:59:59Z'))).toBe('2026-11-20')
  expect(jakartaDay(Date.parse('2026-11-20T17:00:00Z'))).toBe('2026-11-21')
})

test('every day of the range is there, those without a row as zeros', () => {
  const rows = [{ day: '2026-11-20', success: 5, fail: 1, income: 500 }]
  const filled = fillDays(rows, 3, NOON)
  expect(filled.days).toEqual(['2026-11-19', '2026-11-20', '2026-11-21'])
  expect(filled.success).toEqual([0, 5, 0])
  expect(filled.income).toEqual([0, 500, 0])
})

test('what the server does not tell is no row of zeros', () => {
  const row = { day: '2026-11-21', success: 1, fail: 0, income: 100 }
  expect(fillDays([row], 2, NOON).withdraw).toBeNull()
  expect(fillDays([{ ...row, withdraw: 10_000, connected: 2 }], 2, NOON)).toMatchObject({
    withdraw: [0, 10_000],
    connected: [0, 2],
  })
})
