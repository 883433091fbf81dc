// Every list that can be sorted takes its sorts from the address, and no other; the API document names them.
import { beforeAll, describe, expect, test } from 'vitest'
import { type SortedList, SORTS, sortsOf } from '../../contract/ground/sorts.ts'
import { ask } from './support/api.ts'
import type { Person } from './support/people.ts'
import { crowd } from './support/crowd.ts'

const ROUTES: [string, SortedList][] = [
  ['/admin/users/members-per-page', 'members'],
  ['/admin/whatsapp/list-per-page', 'accounts'],
  ['/admin/phonenumber/list-per-page', 'phoneNumbers'],
  ['/admin/suppression', 'suppressions'],
  ['/admin/withdraw/histories-per-page', 'withdraws'],
  ['/admin/bonus/list-per-page', 'bonuses'],
  ['/admin/users/referral-per-page', 'referrals'],
  ['/admin/proxy/list-per-page', 'proxies'],
  ['/admin/message/list-per-page', 'templates'],
  ['/admin/generator/list-per-page', 'checks'],
  ['/admin/validator/list-per-page', 'checks'],
  ['/admin/audit', 'audit'],
]
type Listed = { data: { id: string }[]; meta: { totalPages: number } }
type Refused = { reason: string; fields: Record<string, string> }
let admin: Person
beforeAll(async () => {
  ;({ admin } = await crowd())
})
const get = <T>(path: string) => ask<T>('GET', path, { token: admin.token })
const idsOf = async (path: string): Promise<string[]> => (await get<Listed>(path)).json.data.map(({ id }) => id)

test('no list is forgotten', () => {
  expect(new Set(ROUTES.map(([, list]) => list))).toEqual(new Set(Object.keys(SORTS)))
})

describe.each(ROUTES)('%s', (path, list) => {
  test.each(SORTS[list])('is read up and down by %s', async (key) => {
    const up = await idsOf(`${path}?sort=${key}`)
    const { meta } = (await get<Listed>(`${path}?sort=-${key}`)).json
    const last = await idsOf(`${path}?sort=-${key}&page=${meta.totalPages}`)
    expect(last.length).toBeGreaterThan(0)
    expect(last.toReversed()).toEqual(up.slice(0, last.length))
  })
  test('is newest first when nothing is said, and each sort is an order of its own', async () => {
    const newest = await idsOf(`${path}?sort=-createdAt`)
    expect(await idsOf(path)).toEqual(newest)
    expect(await idsOf(`${path}?sort=`)).toEqual(newest)
    const pages = await Promise.all(sortsOf(list).map(async (sort) => String(await idsOf(`${path}?sort=${sort}`))))
    expect(new Set(pages).size).toBe(pages.length)
  })
  test.each(['name ', '--createdAt', 'password_hash', 'createdAt desc; --'])(
    'refuses %o, which is none of its sorts',
    async (sort) => {
      const { status, json } = await get<Refused>(`${path}?sort=${encodeURIComponent(sort)}`)
      expect([status, json.reason, json.fields]).toEqual([422, 'invalid_input', { sort: 'Isian tidak valid.' }])
    },
  )
  test('is in the API document with its sorts', async () => {
    type Parameter = { name: string; schema: object }
    type Doc = { paths: Record<string, { get: { parameters: Parameter[] } }> }
    const { paths } = (await get<Doc>('/openapi.json')).json
    const sort = paths[`/api${path}`]?.get.parameters.find(({ name }) => name === 'sort')
    for (const one of sortsOf(list)) expect(JSON.stringify(sort?.schema)).toContain(`"${one}"`)
  })
})

test('requests for money are chosen by status', async () => {
  type Requests = { data: { status: string }[]; meta: { total: number } }
  const path = '/admin/withdraw/histories-per-page'
  const sizes = await Promise.all(
    ['requested', 'accepted', 'rejected', ''].map(async (status) => {
      const { json } = await get<Requests>(`${path}?status=${status}&sort=-nominal`)
      if (status !== '') expect(new Set(json.data.map((row) => row.status))).toEqual(new Set([status]))
      return json.meta.total
    }),
  )
  const [requested = 0, accepted = 0, rejected = 0, all] = sizes
  expect(requested + accepted + rejected).toBe(all)
  expect((await get<Refused>(`${path}?status=paid`)).json.fields).toEqual({ status: 'Isian tidak valid.' })
})
