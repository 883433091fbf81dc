// Lists of the office are narrowed by days and by what people remember of a row, and lists of money say what they come to (rule list-search).
import { beforeAll, expect, test } from 'vitest'
import { approvalPage } from '../../domain/people/approvals/store.ts'
import { payoutPage } from '../../domain/money/payouts/store.ts'
import { checkPage } from '../../domain/sending/number-checks/store.ts'
import { suppressionPage } from '../../domain/recipients/suppressions/list-store.ts'
import { oneOffPage } from '../../domain/sending/one-off/store.ts'
import { accountPage } from '../../domain/sending/whatsapp/store.ts'
import { ask } from './support/api.ts'
import { db, run } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'

const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03']
const P = { page: 1, limit: 20 }
/** One row a day, at noon and at the last minute of the day in Jakarta. */
const at = (day: string, time = '23:59'): number => Date.parse(`${day}T${time}:00+07:00`)
let admin: Person
let member: Person
beforeAll(async () => {
  ;[admin, member] = [await makePerson('admin'), await makePerson('member')]
  await run(`update users set firstname = 'Sulastri', lastname = 'Wahyu' where id = ?`, member.id)
  for (const [i, day] of DAYS.entries()) {
    await run(
      `insert into payout_batches (id, number, status, count, total, needs_second, created_by, created_at)
        values ('p${i}', ${i + 1}, 'done', 1, ${(i + 1) * 50_000}, 0, ?, ?)`,
      admin.id,
      at(day),
    )
    await run(
      `insert into approvals (id, kind, subject, beneficiary_id, amount, payload, asked_by, asked_at, status)
        values ('a${i}', 'bonus', 's${i}', ?, 1000, '{}', ?, ?, 'approved')`,
      i === 1 ? member.id : null,
      admin.id,
      at(day),
    )
    await run(
      `insert into whatsapp (id, clientid, user_id, purpose, phonenumber, pushname, state, status, created_at)
        values ('w${i}', 'c${i}', ?, 'blast', '628111000000${i}', 'Toko ${day}', 'connected', 'idle', ?)`,
      member.id,
      at(day),
    )
    await run(
      `insert into blaster_jobs (id, whatsapp_id, user_id, targets, message, phase, total, count_success, count_fail, count_unknown, skipped, refused, version, created_at)
        values ('j${i}', 'w${i}', ?, 'list', ?, 'finished', 1, 1, 0, 0, '{}', '[]', 1, ?)`,
      admin.id,
      i === 0 ? 'Selamat Lebaran' : 'Promo sepatu',
      at(day),
    )
    await run(
      `insert into suppressions (hash, number, via, created_at) values ('h${i}', '628122000000${i}', 'admin', ?)`,
      at(day),
    )
    await run(
      `insert into number_checks (id, kind, user_id, whatsapp_id, start_number, total, interval_min, interval_max, created_at, updated_at)
        values ('g${i}', 'generator', ?, 'w${i}', '62811', 1, 1, 2, ?, 1)`,
      admin.id,
      at(day),
    )
  }
})

type Asked = { from?: string; to?: string; search?: string; sort?: '-createdAt' }
/** Their ids are numbers, in the order of the days. */
const stops = async (asked: Asked) => {
  const { rows, total } = await suppressionPage(db, { ...P, ...asked, prefix: asked.search ?? null })
  return { rows: rows.map(({ number }) => ({ id: `s${number?.slice(-1)}` })), total }
}
const LISTS: [string, (asked: Asked) => Promise<{ rows: { id: string }[]; total: number }>][] = [
  ['payouts', (asked) => payoutPage(db, { ...P, ...asked }, { id: admin.id, now: Date.now() })],
  [
    'approvals',
    (asked) =>
      approvalPage(db, { ...P, ...asked, status: 'approved', withdrawsOnly: false }, { id: admin.id, now: Date.now() }),
  ],
  ['accounts', ({ search, ...days }) => accountPage(db, { userId: null, status: 'all', search, ...days }, P)],
  ['one-off blasts', (asked) => oneOffPage(db, null, { ...P, ...asked })],
  ['stops', stops],
  ['stops by a number', (asked) => stops({ ...asked, sort: '-createdAt', search: '628122' })],
  [
    'checks',
    ({ search, ...days }) => checkPage(db, { kind: 'generator', userId: null, status: 'all', search, ...days }, P),
  ],
]
test.each(LISTS)('rule list-search: %s of some days, both included, in the days of Jakarta', async (_name, list) => {
  const of = async (asked: Asked): Promise<string> => {
    const { rows, total } = await list(asked)
    expect(total).toBe(rows.length)
    return rows.map(({ id }) => id.slice(1)).join('')
  }
  expect(await of({})).toBe('210')
  expect(await of({ from: '2026-03-02' })).toBe('21')
  expect(await of({ to: '2026-03-02' })).toBe('10')
  expect(await of({ from: '2026-03-02', to: '2026-03-02' })).toBe('1')
  expect(await of({ from: '2026-03-04' })).toBe('')
})

test('rule list-search: approvals by whom they are about or who asked, one-off blasts by sender or words, payouts by number', async () => {
  const idsOf = async (at: number, search: string): Promise<string[]> =>
    (await (LISTS[at]?.[1]({ search }) ?? Promise.reject(new Error('no such list')))).rows.map(({ id }) => id)
  expect(await idsOf(1, 'sulas')).toEqual(['a1'])
  expect(await idsOf(1, admin.id)).toEqual(['a2', 'a1', 'a0'])
  expect(await idsOf(3, 'lebaran')).toEqual(['j0'])
  expect(await idsOf(3, '0811-1000-0001')).toEqual(['j1'])
  expect(await idsOf(3, 'toko')).toEqual(['j2', 'j1', 'j0'])
  expect([await idsOf(0, '2'), await idsOf(0, '#3'), await idsOf(0, 'dua')]).toEqual([['p1'], ['p2'], []])
})

test('rule list-search: payouts say what all that were found come to, whatever page', async () => {
  const { json } = await ask<{ sum: number; meta: { total: number }; data: unknown[] }>(
    'GET',
    '/admin/payout/list-per-page?from=2026-03-02&limit=1',
    { token: admin.token },
  )
  expect([json.sum, json.meta.total, json.data.length]).toEqual([250_000, 2, 1])
})
