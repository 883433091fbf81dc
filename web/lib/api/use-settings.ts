// The settings that screens besides their form go by: who may pay out, how much may be asked in a day.
import { useQuery } from '@tanstack/react-query'
import { call } from './http.ts'

export const SETTINGS_KEY = ['settings'] as const

export const useSettings = (wanted = true) =>
  useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: async ({ signal }) => (await call('GET /admin/setting/get', {}, { signal })).setting,
    enabled: wanted,
  })
