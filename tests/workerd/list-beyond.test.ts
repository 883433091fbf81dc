// What a search or a filter found is counted up to COUNT_MAX, and every row of it can be reached, in every order (rule list-search).
import { beforeAll, describe, expect, test } from 'vitest'
import { COUNT_MAX } from '../../contract/ground/count-max.ts'
import { auditPage } from '../../domain/record/audit/list-store.ts'
import { withdrawPage } from '../../domain/money/withdraw/store.ts'
import { memberPage } from '../../domain/people/users/store.ts'
import { ask } from './support/api.ts'
import { all, db, run } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'

const ROWS = COUNT_MAX + 500
const LIMIT = 100
const COUNTED = COUNT_MAX / LIMIT
const LAST = Math.ceil(ROWS / LIMIT)
let admin: Person
const rows = JSON.stringify(Array.from({ length: ROWS }, (_, i) => i))
beforeAll(async () => {
  admin = await makePerson('admin')
  // the numbers stand in another order than time
  await run(
    `insert into phone_numbers (number, name, status, suppressed, in_use, consent_source, consent_at, last_attempt_at, created_at)
      select 6281200000000 + value * 7919 % ${ROWS}, 'Warga Beyond', 'active', 0, 0, 'Toko', 1, 0, value / 3 from json_each(?)`,
    rows,
  )
  await run(`insert into tags (name, key, created_by, created_at) values ('Semua', 'semua', 'x', 1)`)
  await run(`insert into phone_tags (tag_id, number_id) select (select id from tags), id from phone_numbers`)
  await run(
    `insert into suppressions (hash, number, via, created_at)
      select 'h' || value, 6281200000000 + value * 7919 % ${ROWS}, 'admin', value / 3 from json_each(?)`,
    rows,
  )
  await run(
    `insert into audit_log (actor_id, actor_role, action, target, at) select 'old-hand', 'admin', 'beyond.act', value, value from json_each(?)`,
    rows,
  )
})

type Page = { data: { id: number }[]; meta: { total: number } }
const listed = async (path: string, sort: string, page: number, after?: number): Promise<Page> => {
  const query = `${path}&sort=${sort}&limit=${LIMIT}&page=${page}${after === undefined ? '' : `&after=${after}`}`
  return (await ask<Page>('GET', query, { token: admin.token })).json
}
const idsOf = (page: Page): number[] => page.data.map(({ id }) => id)
const ORDERS: Record<string, string> = {
  createdAt: 'created_at, id',
  '-createdAt': 'created_at desc, id desc',
  number: 'number, id',
  '-number': 'number desc, id desc',
}
const LISTS: [string, string, string][] = [
  ['by a number', '/admin/phonenumber/list-per-page?search=62812', 'phone_numbers'],
  ['by a name', '/admin/phonenumber/list-per-page?search=beyond', 'phone_numbers'],
  ['by a name and a filter', '/admin/phonenumber/list-per-page?search=beyond&state=active', 'phone_numbers'],
  ['by a filter', '/admin/phonenumber/list-per-page?state=active', 'phone_numbers'],
  ['by the last send', '/admin/phonenumber/list-per-page?sent=never', 'phone_numbers'],
  ['by a tag', '/admin/phonenumber/list-per-page?tag=1', 'phone_numbers'],
  ['stops by a number', '/admin/suppression?search=62812', 'suppressions'],
]
describe.each(LISTS)('rule list-search: of more than is counted, %s', (_name, path, table) => {
  test.each(Object.entries(ORDERS))('every row is reached in the order %s', async (sort, order) => {
    const whole = (await all<{ id: number }>(`select id from ${table} order by ${order}`)).map(({ id }) => id)
    const pageOf = (page: number) => whole.slice((page - 1) * LIMIT, page * LIMIT)
    const first = await listed(path, sort, 1)
    expect(first.meta.total).toBe(COUNT_MAX)
    expect(idsOf(first)).toEqual(pageOf(1))
    // without a row to go on from, from it, and from one that is gone
    for (const after of [undefined, whole[COUNT_MAX - 1], 999_999_999])
      expect(idsOf(await listed(path, sort, COUNTED + 1, after))).toEqual(pageOf(COUNTED + 1))
    expect(idsOf(await listed(path, sort, LAST, whole[(LAST - 1) * LIMIT - 1]))).toEqual(pageOf(LAST))
    expect(idsOf(await listed(path, sort, LAST + 1, whole.at(-1)))).toEqual([])
  })
})

test('rule list-search: the log is read along itself where a search finds more than is counted', async () => {
  const whole = (
    await all<{ id: number }>(`select id from audit_log where action = 'beyond.act' order by id desc`)
  ).map(({ id }) => id)
  for (const search of ['beyond', 'old-hand']) {
    const first = await auditPage(db, { page: 1, limit: 100, search })
    expect([first.total, first.rows.map(({ id }) => id)]).toEqual([COUNT_MAX, whole.slice(0, 100)])
    const last = await auditPage(db, { page: LAST, limit: 100, search, after: whole[COUNT_MAX + 399] })
    expect(last.rows.map(({ id }) => id)).toEqual(whole.slice(COUNT_MAX + 400))
    const oldest = await auditPage(db, { page: COUNTED + 1, limit: 100, search, sort: 'createdAt' })
    expect(oldest.rows.map(({ id }) => id)).toEqual(whole.toReversed().slice(COUNT_MAX, COUNT_MAX + 100))
  }
  // narrowed further, nothing of the search is missing
  const days = await auditPage(db, { page: 1, limit: 20, search: 'beyond', since: ROWS - 5 })
  expect([days.total, days.rows.map(({ id }) => id)]).toEqual([5, whole.slice(0, 5)])
})

test('rule list-search: a search of members has who came last, however many it finds', async () => {
  await run(
    `insert into users (id, firstname, lastname, email, password_hash, role, level_id, blast_interval_min, blast_interval_max, referral_code, created_at)
      select 'beyond-' || value, 'Anggota', value, 'beyond' || (${ROWS} * 10 - value) || '@uji.test', '-', 'member', 'l', 5, 15, 'R' || value, value from json_each(?)`,
    rows,
  )
  const newest = `beyond-${ROWS - 1}`
  const { rows: found, total } = await memberPage(db, { page: 1, limit: 20, search: 'beyond' })
  expect(total).toBe(COUNT_MAX)
  for (const sort of ['-createdAt', 'name', '-income'] as const)
    for (const page of [1, LAST * 5])
      expect((await memberPage(db, { page, limit: 20, search: 'beyond', sort })).rows).toHaveLength(20)
  expect(found[0]?.id).toBe(newest)
})

test('rule list-search: what was found of money is read from its beginning, also behind the count', async () => {
  await run(
    `insert into withdraws (id, user_id, nominal, status, account_name, account_bank, account_number, created_at)
      select 'w' || value, 'beyond-1', 50000, 'accepted', '-', '-', '-', value from json_each(?)`,
    rows,
  )
  const whole = (await all<{ id: string }>('select id from withdraws order by created_at desc, id desc')).map(
    ({ id }) => id,
  )
  for (const page of [1, 400, 502, 525, 526]) {
    const found = await withdrawPage(db, { page, limit: 20, userId: null, search: 'beyond' })
    expect([page, found.total, found.rows.map(({ id }) => id)]).toEqual([
      page,
      COUNT_MAX,
      whole.slice((page - 1) * 20, page * 20),
    ])
  }
})
