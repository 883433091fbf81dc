// What the page must know before anyone signs in: bot check, sandbox, support link, banks.
// The last answer is kept in local storage, so that the next visit's layout does not shift.
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../../contract/api/table.ts'
import { call } from './http.ts'
import { keys } from './query-keys.ts'

export type PublicConfig = Answer<'GET /public/config'>

/** It changes with the answer's shape, as an older version of the page has kept it. */
const KEY = 'public-config-2'
const kept = (): PublicConfig | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? 'null') as PublicConfig | null) ?? undefined
  } catch {
    return undefined
  }
}

const fetchConfig = async (signal: AbortSignal): Promise<PublicConfig> => {
  const config = await call('GET /public/config', { anonymous: true }, { signal })
  try {
    localStorage.setItem(KEY, JSON.stringify(config))
  } catch {
    // Without local storage the next visit waits for the answer.
  }
  return config
}

export const usePublicConfig = () =>
  useQuery({
    queryKey: keys.sums('public-config'),
    queryFn: ({ signal }) => fetchConfig(signal),
    initialData: kept,
    initialDataUpdatedAt: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const bankList = (config: PublicConfig | undefined): string[] => config?.bankNames ?? []
