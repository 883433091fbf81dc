// A large import, which the server continues after its file has arrived. Its state is fetched once a second until it ends.
import { useQuery } from '@tanstack/react-query'
import { keys } from '../api/query-keys.ts'
import { callFile } from '../api/call-file.ts'
import { call } from '../api/http.ts'

const ASK_MS = 1_000

export const useImport = (id: string) =>
  useQuery({
    queryKey: keys.one('imports', id),
    queryFn: ({ signal }) => call('GET /admin/import/:id', { params: { id } }, { signal }),
    enabled: id !== '',
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : ASK_MS),
    // Also while another tab is in front, so that the result is there when this one is opened again.
    refetchIntervalInBackground: true,
  })

export const skippedFile = (id: string, format: 'csv' | 'json'): Promise<Blob> =>
  callFile('GET /admin/import/:id/skipped', { params: { id }, query: { format } })
