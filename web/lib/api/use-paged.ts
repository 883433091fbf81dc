// One page of a list from a `…-per-page` call. The present page stays until the next one has arrived.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, Needs } from '../../../contract/api/table.ts'
import type { Paged } from '../../../contract/ground/paging.ts'
import { call, type JsonRoute } from './http.ts'
import { keys, type Subject } from './query-keys.ts'

/** Routes that answer a page of rows. */
export type PagedRoute = { [R in JsonRoute]: AnswerOf<R> extends Paged<unknown> ? R : never }[JsonRoute]
export type RowOf<R extends PagedRoute> = AnswerOf<R>['data'][number]
type PagedAsk<R extends PagedRoute> = {
  of: Subject
  route: R
  sent: Needs<R>
  fallback?: string
  refetchMs?: number
}

/** The query, and `resync`, which fetches the page again and throws a refusal. */
export const usePaged = <R extends PagedRoute>({ of, route, sent, fallback, refetchMs }: PagedAsk<R>) => {
  const cache = useQueryClient()
  const queryKey = keys.pages(of, route, sent)
  const ask = (signal?: AbortSignal) => call(route, sent, { fallback, signal })
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: refetchMs ?? false,
  })
  return {
    query,
    resync: async (): Promise<void> => void cache.setQueryData(queryKey, await ask()),
  }
}
