// What a message earns the person, for screens that do not read their home.
import { useQuery } from '@tanstack/react-query'
import { earnsText } from '../format/earning.ts'
import { call } from './http.ts'
import { keys } from './query-keys.ts'

/** In words; undefined: not known yet, or it is nobody who earns. */
export const useEarns = (userId: string, earns: boolean): string | undefined => {
  const { data } = useQuery({
    queryKey: keys.sums('users', 'earning', userId),
    queryFn: ({ signal }) => call('GET /admin/users/blast-fee/:id', { params: { id: userId } }, { signal }),
    enabled: earns,
  })
  return data && earnsText(data, data.level)
}
