// A big import that goes on at the server after its file has arrived: asked for once a second until it ends.
import { useQuery } from '@tanstack/react-query'
import type { ImportJobWire } from '../../contract/imports.ts'
import { http } from './http.ts'

const ASK_MS = 1_000
const jobPath = (id: string): string => `/admin/import/${encodeURIComponent(id)}`

export const useImportJob = (id: string) =>
  useQuery({
    queryKey: ['import-job', id],
    queryFn: async ({ signal }) => {
      const answer = await http.get<ImportJobWire & { data?: ImportJobWire }>(jobPath(id), { signal })
      return answer.data ?? answer
    },
    enabled: id !== '',
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'running' ? false : ASK_MS),
    // It goes on while another tab is looked at.
    refetchIntervalInBackground: true,
  })

export const skippedFile = (id: string, format: 'csv' | 'json'): Promise<Blob> =>
  http.file(`${jobPath(id)}/skipped`, { query: { format } })
