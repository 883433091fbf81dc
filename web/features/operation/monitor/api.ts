// The calls of the monitors: account object, runner and sockets.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { keys } from '../../../lib/api/query-keys.ts'
import { ApiError, call } from '../../../lib/api/http.ts'
import { monitorTexts as texts } from '../../../texts/indonesian.ts'

export type View = 'local' | 'remote' | 'socket'
const ASK_MS = 3_000

/** null where nobody is known by the id: an answer like others, so that it stands still while it is asked for again. */
export const useView = (view: View, id: string, follows: boolean) =>
  useQuery({
    queryKey: keys.sums('monitor', view, id),
    queryFn: async ({ signal }) => {
      try {
        return (await call(`GET /dev/monitor/${view}`, { query: { id } }, { signal, fallback: texts.failed })).data
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
    refetchInterval: follows ? ASK_MS : false,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    gcTime: 0,
    retry: false,
  })
