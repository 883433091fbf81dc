// The list of recipients narrowed by status, consent, opt-out, source and last send, each from an index (rule paging); and many
// of them deleted at once.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Sort } from '../../contract/ground/sorts.ts'
import type { PhoneFilters } from '../../contract/recipients/phone-filters.ts'
import { narrowedBy, phoneFiltered } from '../../domain/recipients/phone-numbers/filter-store.ts'
import { phoneNameSearch, phoneSearch } from '../../domain/recipients/phone-numbers/list-store.ts'
import { sourcesAndTopics } from '../../domain/recipients/phone-numbers/source-store.ts'
import { ask } from './support/api.ts'
import { all, run } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'
import { faultsOf, watchedDb } from './support/plans.ts'

const ROWS = 2_000
const DAY_MS = 86_400_000
const NOW = 400 * DAY_MS
const { db: watched, plans: plansOf } = watchedDb()
let admin: Person
beforeAll(async () => {
  admin = await makePerson('admin')
  // every value of a filter beside every value of the others
  await run(
    `insert into phone_numbers (number, name, status, suppressed, in_use, consent_source, consent_at, last_attempt_at, created_at)
      select 6281200000000 + value * 7 % ${ROWS}, 'Orang ' || (value % 7), case when value % 5 = 0 then 'nonactive' else 'active' end,
        value % 11 = 0, value % 13 = 0, case when value % 3 = 0 then null else 'Toko ' || (value % 4) end,
        case when value % 3 = 0 then null else 1 end,
        case value % 7 when 0 then 0 when 1 then ${NOW - DAY_MS} else ${NOW} - (value % 90) * ${DAY_MS} end, value / 3
      from json_each(?)`,
    JSON.stringify(Array.from({ length: ROWS }, (_, i) => i)),
  )
})

const SENDABLE = `status = 'active' and suppressed = 0 and consent_at is not null and in_use = 0`
const FILTERS: [PhoneFilters, string][] = [
  [{ state: 'active' }, `status = 'active'`],
  [{ state: 'nonactive' }, `status = 'nonactive'`],
  [{ consent: 'yes' }, 'consent_at is not null'],
  [{ consent: 'no' }, 'consent_at is null'],
  [{ stopped: 'yes' }, 'suppressed = 1'],
  [{ stopped: 'no' }, 'suppressed = 0'],
  [{ grade: 'typed' }, 'consent_at = 1 and created_at <> 1'],
  [{ source: 'Toko 2' }, `consent_source = 'Toko 2'`],
  [{ sent: 'never' }, `${SENDABLE} and last_attempt_at = 0`],
  [{ sent: 'week' }, `${SENDABLE} and last_attempt_at >= ${NOW - 7 * DAY_MS}`],
  [{ sent: 'month' }, `${SENDABLE} and last_attempt_at > 0 and last_attempt_at < ${NOW - 30 * DAY_MS}`],
  [{ state: 'active', consent: 'no', stopped: 'no' }, `status = 'active' and consent_at is null and suppressed = 0`],
  [
    { sent: 'month', source: 'Toko 1' },
    `${SENDABLE} and consent_source = 'Toko 1' and last_attempt_at > 0 and last_attempt_at < ${NOW - 30 * DAY_MS}`,
  ],
]
const ORDERS: [Sort<'phoneNumbers'> | undefined, string][] = [
  [undefined, 'created_at desc, id desc'],
  ['createdAt', 'created_at, id'],
  ['number', 'number'],
  ['-number', 'number desc'],
]
const idsOf = (rows: { id: number }[]): number[] => rows.map(({ id }) => id)

describe.each(FILTERS)('numbers by %j', (filters, where) => {
  const narrowed = narrowedBy(filters, NOW)
  test.each(ORDERS)('in the order %s', async (sort, order) => {
    if (!narrowed) throw new Error('no filter')
    const whole = idsOf(await all<{ id: number }>(`select id from phone_numbers where ${where} order by ${order}`))
    expect(whole.length).toBeGreaterThan(20)
    for (const page of [1, 2, Math.ceil(whole.length / 20), 200]) {
      const { rows, total } = await phoneFiltered(watched, narrowed, { page, limit: 20, ...(sort ? { sort } : {}) })
      expect(idsOf(rows)).toEqual(whole.slice((page - 1) * 20, page * 20))
      expect(total).toBe(whole.length)
    }
    // What the claim's index finds is sorted; all else comes in order.
    expect(faultsOf(await plansOf(), filters.sent !== undefined)).toEqual([])
  })
})

test('rule list-search: a search and filters narrow each other', async () => {
  const where = narrowedBy({ state: 'nonactive', stopped: 'no' }, NOW)?.where
  const mine = `status = 'nonactive' and suppressed = 0`
  const byNumber = await phoneSearch(watched, '62812000001', { page: 1, limit: 20 }, where)
  expect(idsOf(byNumber.rows)).toEqual(
    idsOf(
      await all(`select id from phone_numbers where number like '62812000001%' and ${mine} order by number limit 20`),
    ),
  )
  const byName = await phoneNameSearch(watched, 'orang 3', { page: 1, limit: 20 }, where)
  expect(idsOf(byName.rows)).toEqual(
    idsOf(await all(`select id from phone_numbers where name = 'Orang 3' and ${mine} order by id desc limit 20`)),
  )
  expect(byName.rows).toHaveLength(20)
  expect(faultsOf(await plansOf(), true)).toEqual([])
})

test('sources are read one step each, not one row each', async () => {
  expect((await sourcesAndTopics(watched)).sources).toEqual(['Toko 0', 'Toko 1', 'Toko 2', 'Toko 3'])
  const plans = await plansOf()
  expect(
    faultsOf(
      // 200 names at most are put in order
      plans.filter((plan) => !/^SCAN (sources|named|consent_sources)$|^USE TEMP B-TREE/.test(plan)),
      false,
    ),
  ).toEqual([])
  expect(plans.filter((plan) => plan.startsWith('SEARCH phone_numbers')).length).toBeGreaterThan(0)
})

type Listed = { data: { id: number; status: string }[]; meta: { total: number } }
const asAdmin = <T>(method: string, path: string, body?: unknown) => ask<T>(method, path, { token: admin.token, body })

test('by the call: filters with a sort; status=active still answers choices', async () => {
  const { json } = await asAdmin<Listed>(
    'GET',
    '/admin/phonenumber/list-per-page?state=nonactive&consent=no&sort=number',
  )
  const [row] = await all<{ total: number }>(
    `select count(*) as total from phone_numbers where status = 'nonactive' and consent_at is null`,
  )
  expect(json.meta.total).toBe(row?.total)
  expect(new Set(json.data.map(({ status }) => status))).toEqual(new Set(['nonactive']))
  expect((await asAdmin('GET', '/admin/phonenumber/list-per-page?state=asleep')).status).toBe(422)
  expect((await asAdmin<Listed>('GET', '/admin/phonenumber/list-per-page?state=&source=&sent=')).json.meta.total).toBe(
    ROWS,
  )
  expect((await asAdmin<{ sources: string[] }>('GET', '/admin/phonenumber/sources')).json.sources).toContain('Toko 3')
})

test('many numbers are deleted as one by one: proof of consent, audit and counters with each', async () => {
  const rows = await all<{ id: number; number: string }>(
    `select id, number from phone_numbers where consent_at is not null and in_use = 0 order by id limit 3`,
  )
  const ids = rows.map(({ id }) => id)
  const [before] = await all<{ total: number }>('select count(*) as total from phone_numbers')
  const { json } = await asAdmin<{ deleted: number }>('POST', '/admin/phonenumber/delete-many', {
    ids: [...ids, ids[0], 999_999_999],
  })
  expect(json.deleted).toBe(3)
  const [after] = await all<{ total: number }>('select count(*) as total from phone_numbers')
  expect(after?.total).toBe((before?.total ?? 0) - 3)
  expect((await all(`select value from counters where name = 'phone.total'`))[0]).toEqual({ value: after?.total })
  const list = JSON.stringify(rows.map(({ number }) => number))
  expect(await all(`select event from consent_history where number in (select value from json_each(?))`, list)).toEqual(
    rows.map(() => ({ event: 'withdrawn' })),
  )
  const audited = await all<{ target: string }>(
    `select target from audit_log where action = 'phonenumber.delete' order by id`,
  )
  expect(audited.map(({ target }) => Number(target))).toEqual(ids)
  expect((await asAdmin('POST', '/admin/phonenumber/delete-many', { ids: [] })).status).toBe(422)
})

test('many proxies are deleted, and those that an account holds stay', async () => {
  await run(
    `insert into proxies (id, value, status, leased_by, created_at) values ('many-1', 'http://m1:1', 'active', null, 1),
      ('many-2', 'http://m2:1', 'in use', 'a1', 1), ('many-3', 'http://m3:1', 'nonactive', null, 1)`,
  )
  const { json } = await asAdmin<object>('POST', '/admin/proxy/delete-many', {
    ids: ['many-1', 'many-2', 'many-3', 'many-3', 'none'],
  })
  expect(json).toMatchObject({ success: true, deleted: 2, inUse: 1 })
  expect(await all(`select id from proxies where id like 'many-%'`)).toEqual([{ id: 'many-2' }])
  expect(await all(`select target from audit_log where action = 'proxy.delete' order by id`)).toEqual([
    { target: 'many-1' },
    { target: 'many-3' },
  ])
})
