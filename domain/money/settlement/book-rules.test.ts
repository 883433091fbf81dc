import { describe, expect, test } from 'vitest'
import { Books, type Payment, Rows } from './book-rules.ts'

const NOON = Date.parse('2026-11-21T05:00:00Z')
const LAST_MS = Date.parse('2026-11-21T16:59:59.999Z')
const message = (more: Partial<Payment> = {}): Payment => ({
  userId: 'member',
  accountId: 'acc-1',
  priceSen: 10_000,
  at: NOON,
  share: { referrerId: 'referrer', percent: 10 },
  ...more,
})
const share = (percent: number, referrerId: string | null = 'referrer') => ({ share: { referrerId, percent } })
const booked = (...of: [act: 'pay' | 'takeBack', payment: Partial<Payment>][]) => {
  const books = new Books()
  for (const [act, payment] of of) books[act](message(payment))
  return books
}
const balances = (books: Books) => Object.fromEntries(books.balances.all().map((b) => [b.userId, b.balanceSen]))
const dayOf = (books: Books, userId: string) => books.days.all().find((d) => d.userId === userId)

describe('rule referral: the referrer gets whole percent of a message’s price, exact in sen', () => {
  test.each([
    // percent, price in sen, the referrer's sen (null: no row at all)
    [0, 10_000, null],
    [1, 100, 1],
    [10, 10_000, 1_000],
    [33, 10_000, 3_300],
    [33, 100, 33],
    [33, 12_300, 4_059],
    [99, 700, 693],
    [100, 10_000, 10_000],
  ])('%i %% of %i sen is %j', (percent, priceSen, sen) => {
    const books = booked(['pay', { priceSen, ...share(percent) }])
    expect(balances(books)).toEqual({ member: priceSen, ...(sen === null ? {} : { referrer: sen }) })
    expect(books.user('member')).toMatchObject({ incomeSen: priceSen, givenSen: sen ?? 0 })
    expect(books.balances.all().map((b) => b.referralSen)).toEqual(sen === null ? [0] : [0, sen])
    expect(dayOf(books, 'referrer')?.referralSen ?? null).toBe(sen)
    expect(dayOf(books, '')).toMatchObject({ incomeSen: priceSen, referralSen: sen ?? 0 })
  })
  test('is the same over a thousand messages as over one a thousand times as dear: nothing is lost by rounding', () => {
    const books = booked(
      ...Array.from({ length: 1_000 }, () => ['pay', { priceSen: 100, ...share(33) }] as ['pay', Partial<Payment>]),
    )
    expect(balances(books)).toEqual({ member: 100_000, referrer: 33_000 })
  })
  test('nobody referred the member: the member alone is paid', () => {
    const books = booked(['pay', share(50, null)])
    expect(balances(books)).toEqual({ member: 10_000 })
    expect(books.user('member').givenSen).toBe(0)
  })
  test('is told from own income: the referrer’s line names the member, and no price', () => {
    const books = booked(['pay', share(33)], ['pay', share(33)])
    expect(books.parts.all()).toEqual([
      {
        userId: 'member',
        day: '2026-11-21',
        kind: 'blast_income',
        source: 'acc-1',
        priceSen: 10_000,
        messages: 2,
        amountSen: 20_000,
      },
      {
        userId: 'referrer',
        day: '2026-11-21',
        kind: 'referral_income',
        source: 'member',
        priceSen: 0,
        messages: 2,
        amountSen: 6_600,
      },
    ])
  })
})

describe('rule income-once: what is taken back is exactly what was paid', () => {
  test.each([0, 33, 100])('with %i %% for the referrer everybody ends where they began', (percent) => {
    const books = booked(['pay', share(percent)], ['takeBack', share(percent)])
    expect(books.balances.all().map((b) => [b.balanceSen, b.referralSen])).toEqual(
      books.balances.all().map(() => [0, 0]),
    )
    expect(books.user('member')).toMatchObject({ incomeSen: 0, givenSen: 0 })
    expect(dayOf(books, 'member')).toMatchObject({ incomeSen: 10_000, reversalSen: -10_000 })
  })
  test('income and reversal are different lines of the statement, the referrer’s is one', () => {
    const lines = booked(['pay', {}], ['takeBack', {}]).parts.all()
    expect(lines.map((l) => [l.userId, l.kind, l.messages, l.amountSen])).toEqual([
      ['member', 'blast_income', 1, 10_000],
      ['referrer', 'referral_income', 0, 0],
      ['member', 'income_reversal', 1, -10_000],
    ])
  })
  test('messages of another account or at another price are another line of the same day', () => {
    const books = booked(['pay', share(0)], ['pay', { ...share(0), accountId: 'acc-2' }], ['pay', { priceSen: 20_000 }])
    const own = books.parts.all().filter((l) => l.userId === 'member')
    expect(own.map((l) => [l.source, l.priceSen, l.messages])).toEqual([
      ['acc-1', 10_000, 1],
      ['acc-2', 10_000, 1],
      ['acc-1', 20_000, 1],
    ])
  })
  test('a message that costs nothing leaves no money row', () => {
    const books = booked(['pay', { priceSen: 0 }])
    expect([books.balances.all(), books.parts.all(), books.days.all()]).toEqual([[], [], []])
  })
})

describe('rule balance: a day and the balance gain the same, on the Jakarta day of the result', () => {
  test.each([
    ['the last millisecond of a day', LAST_MS, '2026-11-21'],
    ['the first of the next', LAST_MS + 1, '2026-11-22'],
  ])('%s', (_, at, day) => {
    const books = booked(['pay', { at }])
    expect(books.days.all().map((d) => [d.userId, d.day])).toEqual([
      ['member', day],
      ['', day],
      ['referrer', day],
    ])
    expect(books.parts.all().map((l) => l.day)).toEqual([day, day])
  })
  test.each([
    ['in order', [NOON, NOON + 86_400_000]],
    ['the later day first', [NOON + 86_400_000, NOON]],
  ])('what is not posted began on the earliest day, told %s', (_, times) => {
    const books = new Books()
    for (const at of times) books.pay(message({ at, ...share(0) }))
    expect(books.balances.all()).toEqual([
      { userId: 'member', balanceSen: 20_000, referralSen: 0, since: '2026-11-21' },
    ])
    expect(books.days.all().filter((d) => d.userId === 'member')).toHaveLength(2)
  })
  test('each person’s balance moves by the sum of their days, and everybody’s row by the sum of all', () => {
    const books = booked(
      ['pay', share(33)],
      ['pay', { at: LAST_MS + 1, userId: 'second', ...share(100, 'member') }],
      ['takeBack', { at: LAST_MS + 1, ...share(33) }],
    )
    const sumOf = (userId: string) =>
      books.days.all().reduce((sum, d) => {
        return d.userId === userId ? sum + d.incomeSen + d.reversalSen + d.referralSen : sum
      }, 0)
    for (const b of books.balances.all()) expect([b.userId, sumOf(b.userId)]).toEqual([b.userId, b.balanceSen])
    expect(sumOf('')).toBe(books.balances.all().reduce((sum, b) => sum + b.balanceSen, 0))
  })
})

test('a row is begun once by its key, and what is added to it stays', () => {
  const rows = new Rows<{ n: number }>()
  rows.of('a', () => ({ n: 1 })).n += 1
  rows.of('a', () => ({ n: 9 })).n += 1
  rows.of('b', () => ({ n: 5 }))
  expect(rows.all()).toEqual([{ n: 3 }, { n: 5 }])
})
