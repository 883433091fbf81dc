// The settings that screens besides their form go by: who may pay out, how much may be asked in a day.
import { useQuery } from '@tanstack/react-query'
import { call } from './http.ts'
import { keys } from './query-keys.ts'

export const useSettings = (wanted = true) =>
  useQuery({
    queryKey: keys.sums('settings'),
    queryFn: async ({ signal }) => (await call('GET /admin/setting/get', {}, { signal })).setting,
    enabled: wanted,
  })
