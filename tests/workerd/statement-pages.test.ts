// A statement by kind, by day and page by page, what each account earned, and both as files.
import { beforeAll, describe, expect, test } from 'vitest'
import { ask, call } from './support/api.ts'
import { bound } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'

type Line = { id: number; kind: string; amount: number; balance: number; day: string | null }
type Page = { data: Line[]; meta: { total: number }; older: string | null; newer: string | null }
let member: Person
let other: Person
const noon = (day: string): number => Date.parse(`${day}T05:00:00Z`)
beforeAll(async () => {
  member = await makePerson('member')
  other = await makePerson('member')
  const entry = bound.DB.prepare('insert into ledger (user_id, kind, amount_sen, ref, at) values (?, ?, ?, ?, ?)')
  const part = bound.DB.prepare('insert into posting_parts values (?, ?, 1, ?, ?, 10000, ?, ?)')
  const id = member.id
  await bound.DB.batch([
    // posted after midnight: the day is that of its messages
    entry.bind(id, 'blast_income', 30_000, `${id}:blast_income:2026-01-31:1`, noon('2026-02-01')),
    entry.bind(id, 'bonus', 2_500_000, 'b1', noon('2026-02-01')),
    entry.bind(id, 'blast_income', 20_000, `${id}:blast_income:2026-02-02:1`, noon('2026-02-03')),
    entry.bind(id, 'income_reversal', -10_000, `${id}:income_reversal:2026-02-02:1`, noon('2026-02-03')),
    entry.bind(id, 'withdraw_hold', -1_000_000, 'w1', noon('2026-02-04')),
    entry.bind(other.id, 'bonus', 999, 'b2', noon('2026-02-01')),
    part.bind(id, '2026-01-31', 'blast_income', 'acc-a', 3, 30_000),
    part.bind(id, '2026-02-02', 'blast_income', 'acc-a', 1, 10_000),
    part.bind(id, '2026-02-02', 'blast_income', 'acc-b', 1, 10_000),
    part.bind(id, '2026-02-02', 'income_reversal', 'acc-a', 1, -10_000),
    bound.DB.prepare(`insert into whatsapp (id, clientid, user_id, purpose, phonenumber, pushname, state, status, created_at)
      values ('acc-a', 'c-a', ?, 'blast', '62811000', 'Toko, Ani', 'connected', 'idle', 1)`).bind(id),
  ])
})
const lines = async (query: string) =>
  (await ask<Page>('GET', `/admin/withdraw/statement/${member.id}?${query}`, { token: member.token })).json

describe('rule statement:', () => {
  test('shows the balance after each line, also where a filter leaves others out', async () => {
    const { data, meta } = await lines('')
    expect(data.map(({ amount, balance }) => [amount, balance])).toEqual([
      [-10_000, 15_400],
      [-100, 25_400],
      [200, 25_500],
      [25_000, 25_300],
      [300, 300],
    ])
    expect(meta.total).toBe(5)
    const income = await lines('kind=blast_income')
    expect(income.data.map(({ amount, balance }) => [amount, balance])).toEqual([
      [200, 25_500],
      [300, 300],
    ])
    expect(income.meta.total).toBe(2)
  })
  test('counts income to the day of its messages, all else to its own', async () => {
    expect((await lines('from=2026-01-31&to=2026-01-31')).data.map(({ kind }) => kind)).toEqual(['blast_income'])
    expect((await lines('from=2026-02-01&to=2026-02-02')).data.map(({ kind }) => kind)).toEqual([
      'income_reversal',
      'blast_income',
      'bonus',
    ])
    for (const query of ['from=kemarin', 'kind=gaji', 'before=x'])
      expect(
        (await call('GET', `/admin/withdraw/statement/${member.id}?${query}`, { token: member.token })).status,
      ).toBe(422)
  })
  test('goes from page to page by cursors: nothing twice, nothing left out, there and back', async () => {
    const first = await lines('limit=2')
    const second = await lines(`limit=2&before=${first.older}`)
    const third = await lines(`limit=2&before=${second.older}`)
    const all = [...first.data, ...second.data, ...third.data].map(({ id }) => id)
    expect(all).toEqual((await lines('')).data.map(({ id }) => id))
    expect([first.newer, third.older]).toEqual([null, null])
    const back = await lines(`limit=2&after=${third.newer}`)
    expect(back.data.map(({ id }) => id)).toEqual(second.data.map(({ id }) => id))
    expect((await lines(`limit=2&after=${back.newer}`)).newer).toBeNull()
  })
  test('is a file with the filtered lines', async () => {
    const path = `/admin/withdraw/statement-file/${member.id}?format=csv&kind=blast_income`
    const file = await call('GET', path, { token: member.token })
    const bytes = new Uint8Array(await file.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes).trim().split('\n')).toEqual([
      'Tanggal,Dibukukan,Keterangan,Jumlah,Saldo sesudahnya',
      '2026-02-02,2026-02-03 12:00,Pendapatan blast,200,25500',
      '2026-01-31,2026-02-01 12:00,Pendapatan blast,300,300',
    ])
    expect((await call('GET', `${path}&from=2030-01-01`, { token: member.token })).status).toBe(404)
    expect((await call('GET', path, { token: other.token })).status).toBe(403)
  })
})

describe('income by account and day', () => {
  type Days = { list: object[]; older: string | null; newer: string | null }
  const days = async (query: string) =>
    (await ask<Days>('GET', `/admin/withdraw/income-days/${member.id}?${query}`, { token: member.token })).json
  const B = {
    day: '2026-02-02',
    accountId: 'acc-b',
    name: '',
    phonenumber: null,
    messages: 1,
    reversed: 0,
    income: 100,
  }
  const A = {
    day: '2026-02-02',
    accountId: 'acc-a',
    name: 'Toko, Ani',
    phonenumber: '62811000',
    messages: 1,
    reversed: 1,
    income: 0,
  }
  const OLD = { ...A, day: '2026-01-31', messages: 3, reversed: 0, income: 300 }
  test('has a row for each account and day, less what was taken back', async () =>
    expect((await days('')).list).toEqual([B, A, OLD]))
  test('goes by cursors and by days', async () => {
    const first = await days('limit=2')
    expect((await days(`limit=2&before=${encodeURIComponent(first.older ?? '')}`)).list).toEqual([OLD])
    expect((await days('to=2026-02-01')).list).toEqual([OLD])
  })
  test('is a file', async () => {
    const file = await call('GET', `/admin/withdraw/income-days-file/${member.id}?from=2026-02-01`, {
      token: member.token,
    })
    expect((await file.text()).trim().split('\n').slice(1)).toEqual([
      '2026-02-02,,,1,0,100',
      '2026-02-02,"Toko, Ani",62811000,1,1,0',
    ])
  })
})
