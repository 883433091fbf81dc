// An export has the rows that its list shows, in the list's order (rule unpaged-lists).
import { beforeAll, expect, test } from 'vitest'
import { ask, call } from './support/api.ts'
import { bound } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'

let admin: Person
let members: Person[]
/** More than one batch, some with the same time. */
const PHONES = 4_500
const insert = (statement: string, rows: unknown[]) => bound.DB.prepare(statement).bind(JSON.stringify(rows)).run()
beforeAll(async () => {
  admin = await makePerson('admin')
  members = [await makePerson('member'), await makePerson('member')]
  const phones = Array.from({ length: PHONES }, (_, i) => ({
    number: String(6281210000000 + ((i * 7) % PHONES)),
    name: i % 3 === 0 ? `Sari ${i}` : `Budi ${i}`,
    status: i % 2 === 0 ? 'active' : 'nonactive',
    at: Math.floor(i / 5),
  }))
  await insert(
    `insert into phone_numbers (number, name, status, created_at)
     select value ->> 'number', value ->> 'name', value ->> 'status', value ->> 'at' from json_each(?)`,
    phones,
  )
  await insert(
    `insert into proxies (id, value, status, count_use, created_at)
     select 'p' || value, 'http://p' || value || '.test:80', iif(value % 2, 'active', 'nonactive'), value % 3, value from json_each(?)`,
    [1, 2, 3, 4, 5, 6],
  )
  await insert(
    `insert into templates (id, name, text, text_wa, button, status, count_use, created_at)
     select 't' || value, iif(value % 2, 'Promo ', 'Salam ') || value, 'x', 'x', '[]', 'active', value % 3, value from json_each(?)`,
    [1, 2, 3, 4, 5, 6],
  )
  await insert(
    `insert into suppressions (hash, number, via, created_at)
     select 'h' || value, iif(value % 4, '62' || (800 + value * 7 % 10), null), 'admin', value from json_each(?)`,
    [1, 2, 3, 4, 5, 6, 7, 8],
  )
  await insert(
    `insert into withdraws (id, user_id, nominal, status, account_name, account_bank, account_number, created_at)
     select 'w' || (value ->> 'i'), value ->> 'user', 10000 + (value ->> 'i') * 7 % 5, iif((value ->> 'i') % 2, 'requested', 'rejected'), 'a', 'b', 'c', value ->> 'i'
     from json_each(?)`,
    [1, 2, 3, 4, 5, 6].map((i) => ({ i, user: members[i % 3 === 0 ? 0 : 1]?.id })),
  )
})

type Row = Record<string, unknown>
const listed = async (path: string, query: string): Promise<Row[]> => {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const { json } = await ask<{ data: Row[]; totalPages: number }>(
      'GET',
      `/admin/${path}?limit=100&page=${page}&${query}`,
      { token: admin.token },
    )
    rows.push(...json.data)
    if (page >= json.totalPages) return rows
  }
}
const exported = async (path: string, query: string): Promise<Row[]> => {
  const file = await call('GET', `/admin/${path}/export?format=json&${query}`, { token: admin.token })
  return file.status === 404 ? [] : file.json<Row[]>()
}

const PHONE = ['phonenumber/list-per-page', 'phonenumber', 'number'] as const
const PROXY = ['proxy/list-per-page', 'proxy', 'status'] as const
const TEMPLATE = ['message/list-per-page', 'message', 'name'] as const
const STOP = ['suppression', 'suppression', 'createdAt'] as const
const AUDIT = ['audit', 'audit', 'id'] as const
test.each([
  [...PHONE, '', PHONES],
  [...PHONE, 'sort=createdAt', PHONES],
  [...PHONE, 'state=active', PHONES / 2],
  [...PHONE, 'state=active&sort=number', PHONES / 2],
  [...PHONE, 'sent=never', 0],
  [...PHONE, 'search=sari', PHONES / 3],
  [...PHONE, 'search=sari&sort=-number&state=nonactive', PHONES / 6],
  [...PHONE, 'search=08121000001', 10],
  [...PHONE, 'search=08121000001&sort=-createdAt', 10],
  [...PROXY, '', 6],
  [...PROXY, 'sort=-use', 6],
  [...TEMPLATE, 'search=promo', 3],
  [...TEMPLATE, 'search=promo&sort=use', 3],
  [...STOP, '', 8],
  [...STOP, 'sort=number', 8],
  [...STOP, 'sort=-number', 8],
  [...STOP, 'search=080', 6],
])('%s: the export %s has the same %s for "%s"', async (list, file, key, query, count) => {
  const shown = (await listed(list, query)).map((row) => row[key])
  expect(shown).toHaveLength(count)
  expect((await exported(file, query)).map((row) => row[key])).toEqual(shown)
})

test('audit: the export has the entries of the list, oldest first where the list stands so', async () => {
  const [list, file, key] = AUDIT
  const query = 'action=phonenumber.export&sort=createdAt'
  const shown = (await listed(list, query)).map((row) => row[key] as number)
  expect(shown.length).toBeGreaterThan(3)
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  expect((await exported(file, query)).map((row) => row[key])).toEqual(shown)
})

test('withdraws: the export has the person, the status and the order of the list', async () => {
  const nominals = async (query: string) => {
    const shown = (await listed('withdraw/histories-per-page', query)).map((row) => row['nominal'])
    expect((await exported('withdraw', query)).map((row) => row['Nominal'])).toEqual(shown)
    return shown.length
  }
  expect(await nominals('user_id=null')).toBe(6)
  expect(await nominals(`user_id=${members[0]?.id}&sort=nominal`)).toBe(2)
  expect(await nominals(`user_id=${members[1]?.id}&status=requested&sort=-nominal`)).toBe(2)
})
