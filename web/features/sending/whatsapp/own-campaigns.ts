// Campaigns that the caller's own accounts are given people of now.
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api/http.ts'
import { keys } from '../../../lib/api/query-keys.ts'

/** They begin and end without a word to members' pages. */
const LOOK_MS = 60_000
export const useOwnCampaigns = (userId: string) =>
  useQuery({
    queryKey: keys.sums('campaigns', userId),
    queryFn: async ({ signal }) => (await call('GET /user/campaigns', {}, { signal })).campaigns,
    refetchInterval: LOOK_MS,
  })
