// One page of a list from a `…-per-page` call: the page before stays while the next one comes.
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import type { Paged } from '../../contract/paging.ts'
import { http } from './http.ts'

type Ask = {
  /** First part of the cache key; invalidate it after a write. */
  name: string
  path: string
  query: Record<string, string | number | null | undefined>
  fallback?: string
  refetchMs?: number | false
}

export const pagedKey = (name: string): QueryKey => [name, 'page']

/** `A`: what the answer carries besides the page. */
export const usePaged = <T, A = unknown>({ name, path, query, fallback, refetchMs = false }: Ask) =>
  useQuery({
    queryKey: [...pagedKey(name), path, query],
    queryFn: ({ signal }) =>
      http.get<Paged<T> & A>(path, { query, signal, ...(fallback === undefined ? {} : { fallback }) }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: refetchMs,
  })
