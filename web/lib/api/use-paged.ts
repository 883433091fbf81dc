// One page of a list from a `…-per-page` call: the page before stays while the next one comes.
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import type { AnswerOf, Needs } from '../../../contract/api/table.ts'
import type { Paged } from '../../../contract/paging.ts'
import { call, type JsonRoute } from './http.ts'

/** Routes that answer a page of rows. */
export type PagedRoute = { [R in JsonRoute]: AnswerOf<R> extends Paged<unknown> ? R : never }[JsonRoute]
export type RowOf<R extends PagedRoute> = AnswerOf<R>['data'][number]
export type PagedAsk<R extends PagedRoute> = {
  /** First part of the cache key; invalidate it after a write. */
  name: string
  route: R
  sent: Needs<R>
  fallback?: string
  refetchMs?: number | false
}

export const pagedKey = (name: string): QueryKey => [name, 'page']
export const keyOfPage = <R extends PagedRoute>({ name, route, sent }: PagedAsk<R>): QueryKey => [
  ...pagedKey(name),
  route,
  sent,
]
export const askPage = <R extends PagedRoute>({ route, sent, fallback }: PagedAsk<R>, signal?: AbortSignal) =>
  call(route, sent, { fallback, signal })

export const usePaged = <R extends PagedRoute>(ask: PagedAsk<R>) =>
  useQuery({
    queryKey: keyOfPage(ask),
    queryFn: ({ signal }) => askPage(ask, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ask.refetchMs ?? false,
  })
