// Money by period is the ledger and what accrued, no more and no less: every sum beside SQL's own over the ledger.
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { MemberMoney, Period, PeriodRow } from '../../contract/money/periods.ts'
import { rupiahToSen, senToRupiah } from '../../contract/ground/money.ts'
import { DAY_MS, jakartaDay } from '../../contract/ground/time.ts'
import { connect, runBatch } from '../../domain/ground/db/connection.ts'
import { holdStatements, ledgerStatements } from '../../domain/money/ledger/store.ts'
import { beginOf } from '../../domain/money/periods/rules.ts'
import { movedDays, movedMembers } from '../../domain/money/periods/store.ts'
import { ask, call } from './support/api.ts'
import { all, bound, one, run } from './support/database.ts'
import { History } from './support/histories.ts'
import { step } from './support/money-steps.ts'
import { makePerson, type Person } from './support/people.ts'
import { watchedDb } from './support/plans.ts'
import { numbers, stage } from './support/stage.ts'

const SEED = 20_261_128
const db = connect(bound.DB)
/** All that the ledger holds, and what is open, by the day it belongs to. */
const BOOKS = `
  select user_id, kind, amount_sen as sen,
    iif(kind in ('blast_income', 'income_reversal', 'referral_income'),
      substr(ref, length(user_id) + length(kind) + 3, 10),
      strftime('%Y-%m-%d', at / 1000 + 25200, 'unixepoch')) as day
  from ledger
  union all select user_id, 'blast_income', unposted_income_sen + unposted_reversal_sen, day from daily_stats
  union all select user_id, 'referral_income', unposted_referral_sen, day from daily_stats`
type Sums = { income: number; referral: number; bonus: number; withheld: number }
const SUMS = `
  coalesce(sum(iif(kind in ('blast_income', 'income_reversal'), sen, 0)), 0) / 100.0 as income,
  coalesce(sum(iif(kind = 'referral_income', sen, 0)), 0) / 100.0 as referral,
  coalesce(sum(iif(kind in ('bonus', 'bonus_reversal'), sen, 0)), 0) / 100.0 as bonus,
  coalesce(-sum(iif(kind in ('withdraw_hold', 'withdraw_release'), sen, 0)), 0) / 100.0 as withheld`
const booked = (where = 'true', ...values: unknown[]) =>
  one<Sums>(`select ${SUMS} from (${BOOKS}) where ${where}`, ...values)
const of = ({ income, referral, bonus, withheld }: Sums): Sums => ({ income, referral, bonus, withheld })

let admin: Person
let members: string[]
const today = jakartaDay(Date.now())
const FIRST = jakartaDay(Date.now() - 400 * DAY_MS)
type Answer = { data: PeriodRow[]; sum: PeriodRow }
const periods = async (by: Period, query = `from=${FIRST}&to=${today}`): Promise<Answer> =>
  (await ask<Answer>('GET', `/admin/money/periods?by=${by}&${query}`, { token: admin.token })).json
const midnight = (day: string): number => Date.parse(`${day}T00:00:00+07:00`)
const dayBefore = (day: string): string => jakartaDay(midnight(day) - 1)
const month = { from: beginOf('month', today), to: today }
const before = { from: beginOf('month', dayBefore(month.from)), to: dayBefore(month.from) }
const monday = beginOf('week', today)

beforeAll(async () => {
  await stage()
  await numbers(1, 20)
  admin = await makePerson('admin')
  const [steps] = fc.sample(fc.array(step, { minLength: 60, maxLength: 60, size: 'max' }), { numRuns: 1, seed: SEED })
  const history = new History()
  await history.begin()
  members = history.users
  for (const one of steps ?? []) await history.take(one)
  await history.arrive()
  await history.post(1)
  // what lies on the edges of days, weeks and months
  let refs = 0
  const edges = [dayBefore(before.from), before.from, before.to, month.from, dayBefore(monday), monday]
  for (const [day, userId] of edges.flatMap((day) => members.map((id) => [day, id] as const)))
    for (const at of [midnight(day), midnight(day) + DAY_MS - 1]) {
      const bonus = { userId, kind: 'bonus' as const, amountSen: rupiahToSen(50_000 + refs), ref: `edge:${++refs}`, at }
      const taken = {
        ...bonus,
        kind: 'bonus_reversal' as const,
        amountSen: rupiahToSen(-10 - refs),
        ref: `taken:${refs}`,
      }
      await runBatch(db, ledgerStatements(db, [bonus, taken]))
      await runBatch(db, holdStatements(db, { userId, amountSen: rupiahToSen(1_000 + refs), ref: `held:${refs}`, at }))
    }
})

test.each(['day', 'week', 'month'] as const)(
  'rule money-periods: of each %s the money is that of the ledger, and all of them together are all of it',
  async (by) => {
    const { data, sum } = await periods(by, by === 'day' ? `from=${jakartaDay(Date.now() - 300 * DAY_MS)}` : undefined)
    const all = await booked()
    expect(all.income).toBeGreaterThan(0)
    expect(all.withheld).toBeGreaterThan(0)
    expect(of(sum)).toEqual(all)
    for (const row of data)
      expect({ from: row.from, ...of(row) }).toEqual({
        from: row.from,
        ...(await booked('day between ? and ?', row.from, row.to)),
      })
    for (const row of data) expect(row.earned).toBeCloseTo(row.income + row.referral + row.bonus, 2)
    // every day of the span is in one period
    for (const [i, row] of data.entries())
      expect(data[i + 1]?.to ?? row.from).toBe(i + 1 < data.length ? jakartaDay(midnight(row.from) - 1) : row.from)
  },
)

test('rule money-periods: the members of a span are its sum, and each of them is their own entries', async () => {
  for (const { from, to } of [month, before]) {
    const { json } = await ask<{ data: MemberMoney[]; sum: PeriodRow; meta: { total: number } }>(
      'GET',
      `/admin/money/members?from=${from}&to=${to}`,
      { token: admin.token },
    )
    expect(json.data.map((row) => row.userId).toSorted()).toEqual(members.toSorted())
    expect(json.data.map((row) => row.earned)).toEqual(json.data.map((row) => row.earned).toSorted((a, b) => b - a))
    const added = (key: keyof Sums | 'paid' | 'messages') => json.data.reduce((total, row) => total + row[key], 0)
    for (const key of ['income', 'referral', 'bonus', 'withheld', 'paid', 'messages'] as const)
      expect([key, added(key)]).toEqual([key, expect.closeTo(json.sum[key], 2)])
    for (const row of json.data) {
      expect(of(row)).toEqual(await booked('user_id = ? and day between ? and ?', row.userId, from, to))
      const { sum } = await periods('month', `from=${from}&to=${to}&user_id=${row.userId}`)
      expect(sum).toEqual({ ...sum, ...(({ userId: _id, name: _name, ...figures }) => figures)(row) })
    }
  }
})

test('rule money-periods: a search leaves members out, and the sum stays that of everybody', async () => {
  const found = async (query: string) =>
    (
      await ask<{ data: MemberMoney[]; sum: PeriodRow; meta: { total: number } }>(
        'GET',
        `/admin/money/members?from=${month.from}&to=${month.to}${query}`,
        { token: admin.token },
      )
    ).json
  const all = await found('')
  const [one] = all.data
  await run(`update users set firstname = 'Rahayu', lastname = 'O''Connor 50%' where id = ?`, one?.userId)
  for (const search of ['rahayu', 'RAHAYU o', "o'connor 50%"]) {
    const some = await found(`&search=${encodeURIComponent(search)}`)
    expect([search, some.data.map(({ userId }) => userId), some.meta.total]).toEqual([search, [one?.userId], 1])
    expect(some.sum).toEqual(all.sum)
  }
  expect((await found('&search=%25')).meta.total).toBe(1)
  const paged = await found('&limit=1&page=2')
  expect([paged.data.length, paged.meta.total]).toEqual([1, all.meta.total])
})

test('rule money-periods: the days of one member are their own', async () => {
  for (const id of members) {
    const { data } = await periods('day', `from=${before.from}&to=${today}&user_id=${id}`)
    for (const row of data)
      expect({ day: row.from, ...of(row) }).toEqual({
        day: row.from,
        ...(await booked('user_id = ? and day = ?', id, row.from)),
      })
  }
})

test('rule money-periods: what was paid is what stands as accepted, and a message costs what all of them did by their number', async () => {
  const { sum } = await periods('month')
  const paid = await one<{ n: number }>(
    `select coalesce(sum(nominal), 0) as n from withdraws where status = 'accepted'`,
  )
  const sent = await one<{ n: number }>(`select sum(success) as n from daily_stats where user_id <> ''`)
  expect([sum.paid, sum.messages]).toEqual([paid.n, sent.n])
  expect(sum.perMessage).toBe(senToRupiah(Math.round(rupiahToSen(sum.earned) / sum.messages)))
  const { data } = await periods('day', `from=${before.from}&to=${before.from}`)
  expect(data).toMatchObject([{ messages: 0, perMessage: null }])
})

test('rule money-periods: files have what the screen shows', async () => {
  const linesOf = async (path: string): Promise<string[]> =>
    (await (await call('GET', path, { token: admin.token })).text()).trim().split('\n')
  const { data } = await periods('month')
  const lines = await linesOf(`/admin/money/periods/export?by=month&from=${FIRST}&to=${today}`)
  expect(lines).toHaveLength(data.length + 1)
  expect(lines[0]).toContain('Dari,Sampai,Pesan,Pendapatan')
  const first = data[0]
  expect(lines[1]?.split(',').slice(0, 4)).toEqual([
    first?.from,
    first?.to,
    String(first?.messages),
    String(first?.income),
  ])
  expect(await linesOf(`/admin/money/members/export?from=${before.from}&to=${before.to}`)).toHaveLength(4)
})

test('a span that would be read for long is refused, by its field', async () => {
  for (const path of [
    'periods?by=day&from=2025-01-01&to=2026-11-28',
    'periods?by=week&from=2015-01-01&to=2026-11-28',
    'members?from=2026-10-01&to=2026-11-01',
    // the day after has no name of ten letters, so that no day comes after the last
    'periods?by=day&from=9999-12-31&to=9999-12-31',
    'periods?by=month&from=9999-12-31&to=9999-12-31',
    'periods?by=month&from=0001-01-01&to=0005-01-01',
    'members?to=9999-12-31',
  ]) {
    const { status, json } = await ask<{ reason: string }>('GET', `/admin/money/${path}`, { token: admin.token })
    expect([path, status, json.reason]).toEqual([path, 422, 'invalid_input'])
  }
})

test('rule money-periods: no look reads the whole ledger, nor all days ever', async () => {
  await run(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
     insert into ledger (user_id, kind, amount_sen, ref, at) select 'many', 'blast_income', 1, 'many:' || i, i from n`,
  )
  await all('analyze')
  const { db: watched, plans } = watchedDb()
  await movedDays(watched, null, before)
  await movedDays(watched, members[0] ?? '', before)
  await movedMembers(watched, before, { limit: 20, offset: 0 })
  const scans = (await plans()).filter((plan) => /^SCAN (?!u\b|s\b|sums|shown|moved|s$|\(subquery|CONSTANT)/.test(plan))
  expect(scans).toEqual([])
})
