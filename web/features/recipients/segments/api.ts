// Segments: one of them, and what its conditions choose from.
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api/http.ts'
import { keys } from '../../../lib/api/query-keys.ts'
import { useRecord } from '../../../lib/api/use-record.ts'
import { segmentTexts as texts } from '../../../texts/indonesian.ts'

export const useSegment = (id: string) =>
  useRecord('segments', id, (signal) =>
    call('GET /admin/segment/:id', { params: { id } }, { signal, fallback: texts.oneFailed }),
  )
export const useKnownSources = () =>
  useQuery({
    queryKey: keys.choices('sources', 'known'),
    queryFn: ({ signal }) => call('GET /admin/phonenumber/sources', {}, { signal }),
  })
const MOST_CAMPAIGNS = 100
/** The newest of those that have people. */
export const useLaunchedCampaigns = () =>
  useQuery({
    queryKey: keys.choices('campaigns', 'segment'),
    queryFn: async ({ signal }) => {
      const query = { page: 1, limit: MOST_CAMPAIGNS }
      const { data } = await call('GET /admin/campaign/list-per-page', { query }, { signal })
      return data.filter(({ launched_at }) => launched_at !== null)
    },
  })
