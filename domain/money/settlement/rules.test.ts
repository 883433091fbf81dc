import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../contract/ground/time.ts'
import type { SettledResult, SettlementBatch } from '../../../contract/money/settlement.ts'
import { type Known, planSettlement } from './rules.ts'

const NOON = Date.parse('2026-11-21T05:00:00Z')
const result = (more: Partial<SettledResult> = {}): SettledResult => ({
  attemptId: 'a1',
  numberId: 7,
  templateId: 't1',
  priceSen: 10_000,
  from: 'none',
  to: 'success',
  notRegistered: false,
  at: NOON,
  attemptedAt: NOON - 1_000,
  ...more,
})
const batch = (sequence: number, more: Partial<SettlementBatch> = {}): SettlementBatch => ({
  accountId: 'acc',
  sequence,
  userId: 'member',
  results: [],
  reversals: [],
  ...more,
})
const reversalOf = (creditedSequence: number, at = NOON) => ({
  reversals: [{ attemptId: 'a1', creditedSequence, priceSen: 10_000, at }],
})
const plan = (batches: SettlementBatch[], known: Partial<Known> = {}) =>
  planSettlement(
    batches,
    { settled: new Map(), referrers: new Map([['member', 'referrer']]), referralPercent: 10, ...known },
    NOON + 5_000,
  )
const ofResults = (...results: Partial<SettledResult>[]) => plan([batch(1, { results: results.map(result) })])
const balances = (p: ReturnType<typeof plan>) => Object.fromEntries(p.balances.map((b) => [b.userId, b.balanceSen + 0]))
const ownDays = (p: ReturnType<typeof plan>) =>
  p.days.filter((d) => d.userId === 'member').map(({ day, success, fail }) => ({ day, success, fail }))

describe('rule income-once: a message is paid when it becomes a success, and only then', () => {
  test.each([
    // from, to, paid sen, successes, failures
    ['a success is paid its price', 'none', 'success', 10_000, 1, 0],
    ['a failure is paid nothing', 'none', 'fail', 0, 0, 1],
    ['what is unknown is paid nothing and is neither', 'none', 'unknown', 0, 0, 0],
    ['unknown that arrived is paid', 'unknown', 'success', 10_000, 1, 0],
    ['ten minutes unknown is a failure', 'unknown', 'fail', 0, 0, 1],
    ['a failure that arrived is paid, and is no failure any more', 'fail', 'success', 10_000, 1, -1],
    ['a success that is told again is paid nothing', 'success', 'success', 0, 0, 0],
  ] as const)('%s', (_, from, to, paid, success, fail) => {
    const p = ofResults({ from, to, fromAt: NOON })
    expect(p.balances.find((b) => b.userId === 'member')?.balanceSen ?? 0).toBe(paid)
    expect(p.balances.find((b) => b.userId === 'referrer')?.balanceSen ?? 0).toBe(paid / 10)
    expect(p.users).toEqual([{ id: 'member', success, fail, incomeSen: paid, givenSen: paid / 10 }])
    expect(p.numbers[0]).toMatchObject({ success, fail })
    expect(ownDays(p)).toEqual([{ day: '2026-11-21', success: to === 'success' ? 1 : 0, fail }])
  })
  test('a one-off blast is counted on the day and the number, pays nobody and earns no level', () => {
    const p = ofResults({ kind: 'blaster' })
    expect([p.balances, p.users, p.parts, p.arrived]).toEqual([[], [], [], []])
    expect(ownDays(p)).toEqual([{ day: '2026-11-21', success: 1, fail: 0 }])
    expect(p.numbers[0]?.success).toBe(1)
  })
})

describe('rule late-ack: a day counts what was told on it, and no other day goes below zero', () => {
  test.each([
    ['a failure that arrives the next day leaves the day that counted it', { fromAt: NOON - DAY_MS }, '2026-11-20'],
    ['within the day it leaves that day', { fromAt: NOON - 60_000 }, '2026-11-21'],
    [
      'without a time of its failure: ten minutes after the attempt',
      { attemptedAt: Date.parse('2026-11-20T16:49:59.999Z') },
      '2026-11-20',
    ],
    [
      'ten minutes after the attempt, at midnight: the new day',
      { attemptedAt: Date.parse('2026-11-20T16:50:00Z') },
      '2026-11-21',
    ],
    [
      'it cannot have failed after it arrived',
      { at: Date.parse('2026-11-20T16:59:59Z'), attemptedAt: Date.parse('2026-11-20T16:55:00Z') },
      '2026-11-20',
    ],
  ] as const)('%s', (_, times, failedOn) => {
    const p = ofResults({ from: 'fail', to: 'success', ...times })
    const failures = ownDays(p).filter((d) => d.fail !== 0)
    expect(failures).toEqual([expect.objectContaining({ day: failedOn, fail: -1 })])
    expect(ownDays(p).reduce((n, d) => n + d.success, 0)).toBe(1)
    expect(p.days.filter((d) => d.userId === '').reduce((n, d) => n + d.fail, 0)).toBe(-1)
  })
  test('what was unknown had been counted on no day', () =>
    expect(ownDays(ofResults({ from: 'unknown' }))).toEqual([{ day: '2026-11-21', success: 1, fail: 0 }]))
})

describe('rules suspension, referral: a deleted message is taken back from those who were paid, at the percent of then', () => {
  const settled = (percent: number) => ({ settled: new Map([['acc:1', percent]]) })
  test.each([
    // the percent the referrer got then, what they lose now
    [0, { member: -10_000 }],
    [33, { member: -10_000, referrer: -3_300 }],
    [100, { member: -10_000, referrer: -10_000 }],
  ])('the referrer got %i %%, the setting says 10 now', (percent, lost) =>
    expect(balances(plan([batch(9, reversalOf(1))], settled(percent)))).toEqual(lost),
  )
  test('the day of the deletion loses it, whichever day was paid', () => {
    const p = plan([batch(9, reversalOf(1, NOON + DAY_MS))], settled(10))
    expect(p.days.map((d) => [d.userId, d.day, d.incomeSen, d.reversalSen, d.referralSen])).toEqual([
      ['member', '2026-11-22', 0, -10_000, 0],
      ['', '2026-11-22', 0, -10_000, -1_000],
      ['referrer', '2026-11-22', 0, 0, -1_000],
    ])
  })
  test('levels do not go down with it: lifetime successes stay', () =>
    expect(plan([batch(9, reversalOf(1))], settled(10)).users).toEqual([
      { id: 'member', success: 0, fail: 0, incomeSen: -10_000, givenSen: -1_000 },
    ]))
  test('waits for the batch that paid it, and that one’s neighbours do not', () => {
    const [early, other] = [batch(9, reversalOf(8)), batch(3, { results: [result()] })]
    const p = plan([early, other])
    expect([p.deferred, p.applied]).toEqual([[early], [other]])
    expect(p.settlements.map((s) => s.sequence)).toEqual([3])
    expect(balances(p)).toEqual({ member: 10_000, referrer: 1_000 })
  })
  test('one deleted message of two that nobody was paid for yet holds back the whole batch', () => {
    const both = batch(9, { reversals: [...reversalOf(1).reversals, ...reversalOf(8).reversals] })
    expect(plan([both], settled(10)).deferred).toEqual([both])
  })
  test('finds the batch that paid it among those of this settlement, told in any order', () => {
    const p = plan([batch(2, reversalOf(1)), batch(1, { results: [result()] })])
    expect(p.applied.map((b) => b.sequence)).toEqual([1, 2])
    expect(balances(p)).toEqual({ member: 0, referrer: 0 })
  })
  test('waits for a batch that itself waits', () => {
    const second = batch(2, { ...reversalOf(1), results: [result()] })
    expect(plan([second, batch(3, reversalOf(2))]).deferred.map((b) => b.sequence)).toEqual([2, 3])
  })
  test('is never settled by the same sequence of another account', () => {
    const p = plan([batch(2, reversalOf(1)), batch(1, { accountId: 'other', results: [result()] })])
    expect(p.deferred.map((b) => [b.accountId, b.sequence])).toEqual([['acc', 2]])
  })
})

describe('rule append-only-ledger: each batch is on record once, with the percent its referrer got', () => {
  test('an empty batch too: its sequence counts as settled', () =>
    expect(plan([batch(4)], { referralPercent: 33 })).toEqual({
      applied: [batch(4)],
      deferred: [],
      settlements: [{ accountId: 'acc', sequence: 4, referralPercent: 33, at: NOON + 5_000 }],
      numbers: [],
      days: [],
      parts: [],
      balances: [],
      users: [],
      templates: [],
      arrived: [],
    }))
})

describe('rule claim-order: what an outcome does to its number', () => {
  test.each([
    ['the first outcome ends the account’s hold', { from: 'none' }, 'acc'],
    ['so does a first one that is unknown', { from: 'none', to: 'unknown' }, 'acc'],
    ['a later one does not: somebody else may hold the number by then', { from: 'unknown' }, null],
  ] as const)('%s', (_, of, account) => expect(ofResults(of).numbers[0]?.account).toBe(account))
  test('the latest attempt and the latest success stand, in whatever order they are told', () => {
    const p = ofResults(
      { at: NOON + 9, attemptedAt: NOON + 2 },
      { at: NOON, attemptedAt: NOON - 5, notRegistered: true, to: 'fail', lidHash: 'hash' },
      { at: NOON + 3, attemptedAt: NOON },
    )
    expect(p.numbers).toEqual([
      {
        id: 7,
        account: 'acc',
        success: 2,
        fail: 1,
        notRegistered: 1,
        attemptedAt: NOON + 2,
        sentAt: NOON + 9,
        lidHash: 'hash',
      },
    ])
  })
  test('who never got a message has no time of one', () =>
    expect(ofResults({ to: 'fail' }).numbers[0]?.sentAt).toBeNull())
  test('rule template-outcomes: what came of a template follows the outcomes of its messages', () =>
    expect(
      ofResults({}, { to: 'fail' }, { to: 'unknown' }, { from: 'fail', to: 'success' }, { from: 'unknown', to: 'fail' })
        .templates,
    ).toEqual([{ id: 't1', used: 3, success: 2, fail: 1 }]))
  test('a template is used once a message, however often its outcome changes', () =>
    expect(
      ofResults({}, { from: 'unknown' }, { templateId: null }, { templateId: 't2', to: 'fail' }, {}).templates,
    ).toEqual([
      { id: 't1', used: 2, success: 3, fail: 0 },
      { id: 't2', used: 1, success: 0, fail: 1 },
    ]))
})

describe('rule referral: one level, and by who sent', () => {
  const sent = (userId: string) => batch(1, { userId, results: [result()] })
  test.each([
    ['the sender’s referrer gets the share, theirs gets nothing', 'member', { member: 10_000, referrer: 1_000 }],
    ['nobody gets one of a person without a referrer', 'alone', { alone: 10_000 }],
    ['nor of a person who is not known', 'gone', { gone: 10_000 }],
  ])('%s', (_, userId, sums) => {
    const referrers = new Map<string, string | null>([
      ['member', 'referrer'],
      ['referrer', 'top'],
      ['alone', null],
    ])
    expect(balances(plan([sent(userId)], { referrers }))).toEqual(sums)
  })
})
