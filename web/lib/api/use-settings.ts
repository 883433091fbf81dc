// Settings that screens besides the settings form need: whether staff may pay out, and the daily cap of look-ups.
import { useQuery } from '@tanstack/react-query'
import { call } from './http.ts'
import { keys } from './query-keys.ts'

export const useSettings = (wanted = true) =>
  useQuery({
    queryKey: keys.sums('settings'),
    queryFn: async ({ signal }) => (await call('GET /admin/setting/get', {}, { signal })).setting,
    enabled: wanted,
  })
