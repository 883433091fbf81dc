// Stops are found as people name numbers: by the beginning, or by the last digits of one whose beginning they do not know.
import { expect, test } from 'vitest'
import { suppressionPage } from '../../domain/recipients/suppressions/list-store.ts'
import { ask, call } from './support/api.ts'
import { makePerson } from './support/people.ts'
import { watchedDb } from './support/plans.ts'

test('a stop is found by the last digits of its number, four at the least, and by its beginning', async () => {
  const office = await makePerson('admin')
  for (const number of ['081455501234', '081466601234', '085712340000'])
    await ask('POST', '/admin/suppression', { token: office.token, body: { number } })
  const found = async (search: string): Promise<(string | null)[]> => {
    const path = `/admin/suppression?search=${encodeURIComponent(search)}`
    const { json } = await ask<{ data: { number: string | null }[]; meta: { total: number } }>('GET', path, {
      token: office.token,
    })
    expect(json.meta.total).toBe(json.data.length)
    return json.data.map(({ number }) => number)
  }
  expect(await found('1234')).toEqual(['6281455501234', '6281466601234'])
  expect(await found('…501234')).toEqual(['6281455501234'])
  expect(await found('0857 1234')).toEqual(['6285712340000'])
  expect(await found('234')).toEqual([])
  const file = await call('GET', '/admin/suppression/export?format=csv&search=501234', { token: office.token })
  expect((await file.text()).trim().split('\n')).toHaveLength(2)
})

test('neither search reads all stops', async () => {
  const { db, plans } = watchedDb()
  await suppressionPage(db, { page: 1, limit: 20, prefix: '621234', tail: '1234' })
  const all = await plans()
  expect(all.filter((plan) => plan.startsWith('SCAN suppressions'))).toEqual([])
  expect(all.filter((plan) => plan.includes('suppressions_tail')).length).toBeGreaterThan(0)
})
