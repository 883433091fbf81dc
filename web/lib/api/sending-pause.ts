// What is said over every screen: that the whole place is paused (rule sending-pause), that who asks is (rule person-status), or that a
// trouble delays something (rule service-line). Asked now and then, because it goes for everybody, also for those whose accounts rest, to
// whom no event says it.
import { useQuery } from '@tanstack/react-query'
import { useAhead } from '../browser/ahead.ts'
import type { Answer } from '../../../contract/api/table.ts'
import { call } from './http.ts'
import { keys } from './query-keys.ts'

const ASK_AGAIN_MS = 60_000

type Pauses = Answer<'GET /admin/sending-pause'>
const usePauses = <T>(select: (pauses: Pauses) => T) => {
  const stands = useAhead()
  return useQuery({
    queryKey: keys.sums('sending-pause'),
    queryFn: ({ signal }) => call('GET /admin/sending-pause', {}, { signal }),
    select,
    // the strip over a screen is not waited for by the screen
    enabled: stands,
    refetchInterval: ASK_AGAIN_MS,
    refetchOnWindowFocus: true,
  })
}
export const useSendingPause = () => usePauses(({ pause }) => pause)
/** The pause of who is signed in; null: they are active. */
export const useOwnPause = () => usePauses(({ own }) => own)
export const useService = () => usePauses(({ service }) => service)
/** true: one of these is to be said over every screen. */
export const useHasStrips = (): boolean =>
  usePauses(({ pause, own, service }) => pause.paused !== null || own !== null || service !== 'well').data ?? false
