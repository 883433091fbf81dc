import { expect, test } from 'vitest'
import type { AdminHome } from '../../../../contract/operation/home.ts'
import { forecastNow, onDay } from './on-day-rules.ts'

const row = { day: '2026-11-22', success: 4, fail: 1, income: 400, withdrawals: 900, connected: 3, demo: false }
const HOME: AdminHome = {
  whatsapp: { connectedCount: 3, disconnectedCount: 0 },
  proxies: { unUsed: 1, used: 1 },
  phones: { total: 10, blasted: 5, unBlasted: 5 },
  templates: 2,
  activeMembers: 3,
  today: { successCount: 4, failCount: 1 },
  total: { successCount: 40, failCount: 10 },
  paidToday: 900,
  paidInAll: 9_000,
  owed: 700,
  paidMonth: { now: 2_000, before: 3_000 },
  yesterday: { successCount: 8, failCount: 2 },
  pace: { now: 5, before: 6 },
  optOuts: 0,
  days: [{ ...row, day: '2026-11-21' }, row],
}

test('rule today: an admin’s home of yesterday begins the day at 0 and keeps what is of all days', () => {
  const next = onDay(HOME, Date.parse('2026-11-22T17:00:00Z'))
  expect(next).toEqual({
    ...HOME,
    today: { successCount: 0, failCount: 0 },
    yesterday: { successCount: 0, failCount: 0 },
    paidToday: 0,
    days: [row, { ...row, day: '2026-11-23', success: 0, fail: 0, income: 0, withdrawals: 0 }],
  })
})
test('of the same day it is the same home, and before the first answer’s days too', () => {
  expect(onDay(HOME, Date.parse('2026-11-22T16:59:59Z'))).toBe(HOME)
  expect(onDay(HOME, Date.parse('2026-11-20T05:00:00Z'))).toBe(HOME)
  const empty = { ...HOME, days: [] }
  expect(onDay(empty, Date.parse('2026-11-25T05:00:00Z'))).toBe(empty)
})

test.each([
  ['nobody sends', null, 500, null],
  ['more is to come', 2_000, 500, 2_000],
  ['all of it has come', 500, 500, 500],
  ['more has come since', 1_621, 1_625, undefined],
  ['it was of the day before', 0, 0, undefined],
])('rule today: a forecast where %s', (_, forecast, todayIncome, shown) => {
  expect(forecastNow({ forecast, todayIncome })).toBe(shown)
})
