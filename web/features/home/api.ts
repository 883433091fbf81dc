// A dashboard is one call (contract/home.ts): its last known numbers first, then fresh ones.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/api/http.ts'
import { keys } from '../../lib/api/query-keys.ts'
import { cachedNumbers, cacheNumber } from './numbers-cache.ts'

const HOME = 'home'
export const homeKey = (userId: string) => keys.sums('home', userId)

const useHome = <T>(userId: string, ask: (signal: AbortSignal) => Promise<T>): UseQueryResult<T> => {
  const query = useQuery({
    queryKey: homeKey(userId),
    queryFn: ({ signal }) => ask(signal),
    initialData: () => cachedNumbers(userId)[HOME] as T | undefined,
    initialDataUpdatedAt: 0,
    refetchOnMount: 'always',
  })
  const { data } = query
  useEffect(() => {
    if (data !== undefined) cacheNumber(userId, HOME, data)
  }, [userId, data])
  return query
}
export const useMemberHome = (userId: string) =>
  useHome(userId, (signal) => call('GET /admin/home/:userId', { params: { userId } }, { signal }))
export const useAdminHome = (userId: string) => useHome(userId, (signal) => call('GET /admin/home', {}, { signal }))
