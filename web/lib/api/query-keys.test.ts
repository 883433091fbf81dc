// Which data a write fetches again, and which data a sign-out keeps.
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { isEverybodys, isLiveList, keys, refresh, type Subject } from './query-keys.ts'

const old = (cache: QueryClient): readonly unknown[][] =>
  cache
    .getQueryCache()
    .getAll()
    .filter((query) => query.isStale() && query.state.isInvalidated)
    .map(({ queryKey }) => [...queryKey])

test('a write makes all data of its subject stale: lists, choices and sums, but not the record of an open form', async () => {
  const cache = new QueryClient()
  const held = [
    keys.pages('proxies', 'GET /admin/proxy/list-per-page', { page: 1 }),
    keys.sums('proxies'),
    keys.choices('proxies', 'admin'),
    keys.one('proxies', 'a'),
    keys.form('proxies', 'a'),
    keys.pages('levels'),
  ]
  for (const key of held) cache.setQueryData(key, {})
  await refresh(cache, 'proxies')
  expect(old(cache)).toEqual(held.slice(0, 4).map((key) => [...key]))
})

test('rule inbox: what waits for the office is asked again after whatever a person does about it, a campaign that goes on included', async () => {
  const asked = async (of: Subject): Promise<boolean> => {
    const cache = new QueryClient()
    cache.setQueryData(keys.sums('inbox', 'a'), {})
    await refresh(cache, of)
    return old(cache).length > 0
  }
  const acts: Subject[] = [
    'accounts',
    'approvals',
    'campaigns',
    'fraud',
    'payouts',
    'settings',
    'sources',
    'status',
    'withdraws',
  ]
  for (const of of acts) expect([of, await asked(of)]).toEqual([of, true])
  expect(await asked('levels')).toBe(false)
})

test('no data of a person stays in the cache after their sign-out', () => {
  expect(isEverybodys({ queryKey: keys.sums('public-config') })).toBe(true)
  expect(isEverybodys({ queryKey: keys.sums('home', 'a') })).toBe(false)
})

test('only pages count as lists that events keep up to date', () => {
  expect(isLiveList({ queryKey: keys.pages('accounts', {}) })).toBe(true)
  expect(isLiveList({ queryKey: keys.choices('accounts', 'one-off') })).toBe(false)
  expect(isLiveList({ queryKey: keys.pages('proxies') })).toBe(false)
})
