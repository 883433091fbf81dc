import { expect, test } from 'vitest'
import { accountsUntil, besideNumbers, growthOf, serviceOf, totalAfter } from './growth-rules.ts'

const days = 60
const dayOf = (day: number) => ({
  phone_numbers: day === 0 ? 50 : 100,
  consent_history: 80 + day,
  settlements: 10 * Math.min(35, day),
  ledger: 5 + 2 * day,
})
const grown = {
  accounts: 1,
  days,
  messages: 10 * days,
  numbers: 10,
  empty: { ledger: 1 },
  snapshots: Array.from({ length: days + 1 }, (_, day) => dayOf(day)),
}
const service = { accounts: 5, messagesAMonth: 10 * 10 * 30, numbers: 1_000 }

test('a cap of 200 and a cooldown of a week keep an account busy with 1,400 recipients', () =>
  expect(serviceOf(10, { dailyCap: 200, cooldownDays: 7 })).toEqual({
    accounts: 10,
    messagesAMonth: 60_000,
    numbers: 14_000,
  }))
test('recipients count by their number, sending by its messages, the rest by accounts', () => {
  expect(growthOf(grown, service)).toEqual({
    phone_numbers: { ofNumbers: 10_000, ofAccounts: 0, level: 0, aMonth: 0 },
    consent_history: { ofNumbers: 8_000, ofAccounts: 0, level: 0, aMonth: 300 },
    settlements: { ofNumbers: 0, ofAccounts: 0, level: 3_500, aMonth: 0 },
    ledger: { ofNumbers: 0, ofAccounts: 20, level: 0, aMonth: 600 },
  })
})
test('what is folded comes and goes, what is kept adds up', () => {
  const growth = growthOf(grown, service)
  expect(totalAfter(growth, 0)).toBe(18_020)
  expect(totalAfter(growth, 10, besideNumbers)).toBe(20 + 3_500 + 9_000)
  // five accounts take 30,520 bytes in ten months
  expect(accountsUntil(growth, { bytes: 30_520, months: 10, accounts: 5 })).toBe(5)
  expect(accountsUntil(growth, { bytes: 61_039, months: 10, accounts: 5 })).toBe(9)
})
test('a run without a fold counts the days that it lacks', () => {
  const short = { ...grown, days: 7, messages: 70, snapshots: grown.snapshots.slice(0, 8) }
  expect(growthOf(short, service)['settlements']?.level).toBe(3_500)
})
