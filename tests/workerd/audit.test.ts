// The audit log of what admins, devs and staff write (rule audit-log).
import { beforeAll, expect, test } from 'vitest'
import { ask } from './support/api.ts'
import { makePerson, type Person } from './support/people.ts'

type Page<T> = { data: T[]; meta: { total: number } }
let admin: Person
beforeAll(async () => {
  admin = await makePerson('admin')
})
const as = <T>(who: Person, method: string, path: string, body?: unknown) =>
  ask<T>(method, path, { token: who.token, body })

test('rule audit-log: deeds are found by action, target and name of who did them', async () => {
  await as(admin, 'POST', '/admin/suppression', { number: '081299990002' })
  for (const number of ['081288880001', '081288880002', '081288880003'])
    await as(admin, 'POST', '/admin/suppression', { number })
  const found = async (search: string) =>
    (await as<Page<{ action: string }>>(admin, 'GET', `/admin/audit?search=${search}`)).json.data.map((d) => d.action)
  expect(await found('suppression.')).toContain('suppression.create')
  expect(await found('62812999900')).toEqual(['suppression.create'])
  expect((await found('orang')).length).toBeGreaterThan(3)
  expect(await found('nothing-like-it')).toEqual([])
})
