// The dashboard's numbers (s.2 Home, s.7): last known ones first, then fresh ones.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { http } from '../../lib/http.ts'
import { cachedNumbers, cacheNumber } from '../../lib/numbers-cache.ts'

export type WhatsappCount = { connectedCount: number; disconnectedCount: number }
export type BlastCount = { successCount: number; failCount: number }
export type TodayIncome = { income: number }
export type Balance = { balance: number }
export type TotalBonus = { totalBonus: number }
export type SettingAnswer = { setting: { info: string } }

type Numbers = {
  whatsappCount: WhatsappCount
  totalCount: BlastCount
  todayIncome: TodayIncome
  balance: Balance
  totalBonus: TotalBonus
  setting: SettingAnswer
}
const PATHS: Record<keyof Numbers, (userId: string) => string> = {
  whatsappCount: (id) => `/admin/whatsapp/count/${id}`,
  totalCount: (id) => `/admin/messagelog/count/${id}`,
  todayIncome: (id) => `/admin/messagelog/today-income/${id}`,
  balance: (id) => `/admin/withdraw/balance/${id}`,
  totalBonus: (id) => `/admin/bonus/total/${id}`,
  setting: () => '/admin/setting/get',
}

export const numbersKey = (userId: string, name: string) => ['dashboard', userId, name] as const

/** One number, or a few that come together: what was last seen first, then what is so. */
export const useCached = <T>(userId: string, name: string, path: string): UseQueryResult<T> => {
  const query = useQuery({
    queryKey: numbersKey(userId, name),
    queryFn: ({ signal }) => http.get<T>(path, { signal }),
    initialData: () => cachedNumbers(userId)[name] as T | undefined,
    initialDataUpdatedAt: 0,
    refetchOnMount: 'always',
  })
  const { data } = query
  useEffect(() => {
    if (data !== undefined) cacheNumber(userId, name, data)
  }, [userId, name, data])
  return query
}

export const useNumbers = <K extends keyof Numbers>(userId: string, name: K): UseQueryResult<Numbers[K]> =>
  useCached<Numbers[K]>(userId, name, PATHS[name](userId))
