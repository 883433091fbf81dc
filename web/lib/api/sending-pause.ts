// Whether the whole place is paused (rule sending-pause). Asked now and then: it goes for everybody, also for those whose accounts
// rest, to whom no event says it.
import { useQuery } from '@tanstack/react-query'
import { useAhead } from '../browser/ahead.ts'
import { call } from './http.ts'
import { keys } from './query-keys.ts'

const ASK_AGAIN_MS = 60_000

export const useSendingPause = () => {
  const stands = useAhead()
  return useQuery({
    queryKey: keys.sums('sending-pause'),
    queryFn: async ({ signal }) => (await call('GET /admin/sending-pause', {}, { signal })).pause,
    // the strip over a screen is not waited for by the screen
    enabled: stands,
    refetchInterval: ASK_AGAIN_MS,
    refetchOnWindowFocus: true,
  })
}
