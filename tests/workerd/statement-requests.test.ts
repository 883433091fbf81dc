// From a line of the statement to the request that it is about.
import { beforeAll, expect, test } from 'vitest'
import { ask } from './support/api.ts'
import { cancel, makeOffice, member, request } from './support/payouts.ts'
import type { Person } from './support/people.ts'

let staff: Person
beforeAll(async () => {
  ;({ staff } = await makeOffice())
})

test('a line of the statement names its request, which its member finds alone by it, and nobody else', async () => {
  type Line = { kind: string; withdrawId: string | null }
  const [person, other] = [await member(50_000), await member(20_000)]
  const [first, second] = [await request(person, 10_000), await request(person, 15_000)]
  await cancel(person, first)
  const { data } = (
    await ask<{ data: Line[] }>('GET', `/admin/withdraw/statement/${person.id}`, { token: person.token })
  ).json
  expect(data.map(({ kind, withdrawId }) => [kind, withdrawId])).toEqual([
    ['withdraw_release', first],
    ['withdraw_hold', second],
    ['withdraw_hold', first],
    ['bonus', null],
  ])
  const listed = async (who: Person, id: string) => {
    const path = `/admin/withdraw/histories-per-page?user_id=${person.id}&id=${id}`
    const { json } = await ask<{ data: { id: string }[]; meta: { total: number } }>('GET', path, { token: who.token })
    return [json.meta.total, ...json.data.map((row) => row.id)]
  }
  expect(await listed(person, second)).toEqual([1, second])
  expect(await listed(other, second)).toEqual([0])
  expect(await listed(staff, first)).toEqual([1, first])
})
