import { describe, expect, test } from 'vitest'
import type { AccountToday, MemberHome } from '../../../../contract/operation/home.ts'
import { afterAnswer, afterBalance, afterCount, afterSent, afterWait, SETTLED_MS, STILL } from './live-rules.ts'

const NOW = Date.parse('2026-11-21T05:00:00Z')
const TOMORROW = NOW + 24 * 3_600_000
const day = { day: '2026-11-21', success: 4, fail: 1, income: 400, withdrawals: 0, connected: 1, demo: false }
const HOME: MemberHome = {
  whatsapp: { connectedCount: 1, disconnectedCount: 0 },
  total: { successCount: 100, failCount: 10 },
  todayIncome: 400,
  balance: 5_000,
  bonus: 0,
  info: '',
  withdraws: 0,
  level: { name: 'Perunggu', requirement_blast: 0, next: null },
  earning: { blast_fee: 100, from: 'level' },
  forecast: null,
  transfers: { owed: 0, paid: 0 },
  troubled: { count: 0, list: [] },
  sentToday: { cap: 200, count: 0, idle: 0, list: [] },
  days: [{ ...day, day: '2026-11-20' }, day],
}
const sender = (id: string): AccountToday => ({
  id,
  nickname: null,
  pushname: 'Sari',
  phonenumber: '62812',
  sent: 4,
  state: 'connected',
  status: 'sending',
  wait: null,
})
const success = (count: number, of = 'a') => ({ deviceId: of, count_success: count, count_fail: 0 })
const sums = ({ total, days }: MemberHome) => [total.successCount, days.at(-1)?.success]
const base = (home = HOME) => afterAnswer(home, STILL, NOW)

describe('an event', () => {
  test('moves the card and the chart’s day together: the first adds one, later ones what the account grew by', () => {
    const one = afterCount(HOME, base().live, 'count_success', success(41), NOW)
    expect(sums(one.home)).toEqual([101, 5])
    const three = afterCount(one.home, one.live, 'count_success', success(44), NOW)
    expect(sums(three.home)).toEqual([104, 8])
  })
  test('that comes twice adds nothing', () => {
    const one = afterCount(HOME, base().live, 'count_success', success(7), NOW)
    expect(sums(afterCount(one.home, one.live, 'count_success', success(7), NOW).home)).toEqual(sums(one.home))
  })
  test('of an account that was reset does not pull the sums down', () => {
    const one = afterCount(HOME, base().live, 'count_success', success(50), NOW)
    const two = afterCount(one.home, one.live, 'count_success', success(0), NOW)
    expect(sums(two.home)).toEqual([101, 5])
    expect(sums(afterCount(two.home, two.live, 'count_success', success(1), NOW).home)).toEqual([102, 6])
  })
  test('rule today: after midnight begins a new day of the chart, of which nothing is earned or sent yet', () => {
    const yesterday = { ...HOME, sentToday: { cap: 200, count: 1, idle: 0, list: [sender('a1')] } }
    const { home } = afterCount(yesterday, base().live, 'count_success', success(1), TOMORROW)
    expect(home.days.map((one) => [one.day, one.success])).toEqual([
      ['2026-11-21', 4],
      ['2026-11-22', 1],
    ])
    expect([home.todayIncome, home.sentToday.list[0]?.sent]).toEqual([0, 0])
    const paid = afterBalance(yesterday, { deviceId: 'u', balance: 5_100, todayIncome: 100 }, TOMORROW)
    expect(paid.days.map(({ income }) => income)).toEqual([400, 100])
    const sent = afterSent(yesterday, { deviceId: 'wa-1', whatsappId: 'a2', sent_today: 1 }, TOMORROW)
    expect([sent.days.at(-1)?.day, sent.sentToday.list[0]?.sent]).toEqual(['2026-11-22', 0])
  })
  test('of the balance moves today’s income on the card and in the chart', () => {
    const home = afterBalance(HOME, { deviceId: 'u', balance: 5_300, todayIncome: 700 }, NOW)
    expect([home.balance, home.todayIncome, home.days.at(-1)?.income]).toEqual([5_300, 700, 700])
  })
})

describe('an answer of the server', () => {
  const settledBy = (n: number): MemberHome => ({
    ...HOME,
    total: { successCount: 100 + n, failCount: 10 },
    days: [HOME.days[0] as typeof day, { ...day, success: 4 + n }],
  })
  const counted = (() => {
    const one = afterCount(HOME, base().live, 'count_success', success(41), NOW)
    return afterCount(one.home, one.live, 'count_success', success(43), NOW)
  })()
  test('that lacks what is not settled yet takes nothing back', () =>
    expect(sums(afterAnswer(HOME, counted.live, NOW + 5_000).home)).toEqual([103, 7]))
  test('that has some of it adds the rest', () =>
    expect(sums(afterAnswer(settledBy(2), counted.live, NOW + 5_000).home)).toEqual([103, 7]))
  test('that has more than was heard is right', () =>
    expect(sums(afterAnswer(settledBy(9), counted.live, NOW + 5_000).home)).toEqual([109, 13]))
  test('is right once everything must be settled', () =>
    expect(sums(afterAnswer(settledBy(1), counted.live, NOW + SETTLED_MS + 1).home)).toEqual([101, 5]))
  test('of the next day leaves what is not settled yet with its own', () => {
    const next = { ...HOME, days: [day, { ...day, day: '2026-11-22', success: 0, fail: 0, income: 0 }] }
    const { home } = afterAnswer(next, { ...counted.live, countedAt: NOW }, NOW + 30_000)
    expect(home.total.successCount).toBe(103)
    expect(home.days.map(({ success: sent }) => sent)).toEqual([7, 0])
  })
  test('on top of another keeps what neither has', () => {
    const first = afterAnswer(settledBy(1), counted.live, NOW + 5_000)
    expect(sums(afterAnswer(settledBy(1), first.live, NOW + 6_000).home)).toEqual([103, 7])
    expect(sums(afterAnswer(settledBy(3), first.live, NOW + 6_000).home)).toEqual([103, 7])
  })
})

test('rule daily-cap: what an account has sent today is what its last event says', () => {
  const home = { ...HOME, sentToday: { cap: 200, count: 2, idle: 0, list: ['a1', 'a2'].map(sender) } }
  const event = { deviceId: 'wa-1', whatsappId: 'a1', sent_today: 7 }
  const moved = afterSent(afterSent(home, event, NOW), event, NOW)
  expect(moved.sentToday.list.map(({ sent }) => sent)).toEqual([7, 4])
  expect(afterSent(home, { deviceId: 'wa-1', whatsappId: 'a1' }, NOW)).toBe(home)
})

test('an account that waits says for what and until when, until it sends again; the pause between two messages is none', () => {
  const home = { ...HOME, sentToday: { cap: 200, count: 2, idle: 0, list: ['a1', 'a2'].map(sender) } }
  const waits = afterWait(home, { deviceId: 'w', whatsappId: 'a1', waitTime: 60, waitReason: 'window' }, NOW)
  const of = (of: MemberHome): AccountToday['wait'][] => of.sentToday.list.map(({ wait }) => wait)
  expect(of(waits)).toEqual([{ reason: 'window', until: '2026-11-21T05:01:00.000Z' }, null])
  expect(of(afterSent(waits, { deviceId: 'w', whatsappId: 'a1', sent_today: 5 }, NOW))).toEqual([null, null])
  expect(of(afterWait(waits, { deviceId: 'w', whatsappId: 'a1', waitTime: 9, waitReason: 'interval' }, NOW))).toEqual([
    null,
    null,
  ])
})
