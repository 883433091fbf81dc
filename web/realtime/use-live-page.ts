// One page of a list whose rows are kept up to date by events. A fetched row never replaces one that an event has made newer.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Paged } from '../../contract/ground/paging.ts'
import { keys, type Subject } from '../lib/api/query-keys.ts'

type Options<Wire, Row> = {
  of: Subject
  /** The query that the page answers: number, search, filter, order. */
  pageQuery: unknown
  fetchPage: (signal?: AbortSignal) => Promise<Paged<Wire>>
  /** Merges fetched rows into the shown ones. */
  merge: (shown: readonly Row[], fetched: readonly Wire[], now: number) => Row[]
  /** Pause in ms between fetches of what no event carries; false: none. */
  refetchMs?: (rows: readonly Row[]) => number | false
}

/** @returns the query, and `resync`, which fetches the page by another call and throws a refusal */
export const useLivePage = <Wire, Row>({ of, pageQuery, fetchPage, merge, refetchMs }: Options<Wire, Row>) => {
  const cache = useQueryClient()
  const queryKey = keys.pages(of, pageQuery)
  const merged = async (answer: Promise<Paged<Wire>>): Promise<Paged<Row>> => {
    const page = await answer
    const shown = cache
      .getQueriesData<Paged<Row>>({ queryKey: keys.pages(of) })
      .flatMap(([, known]) => known?.data ?? [])
    const rows = merge(shown, page.data, Date.now())
    return { ...page, data: rows, list: rows }
  }
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => merged(fetchPage(signal)),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => refetchMs?.(state.data?.data ?? []) ?? false,
    // A list that is not shown gets no events, so its old rows must not be shown again.
    gcTime: 0,
  })
  return {
    query,
    resync: async (other: typeof fetchPage = fetchPage): Promise<void> => {
      cache.setQueryData<Paged<Row>>(queryKey, await merged(other()))
    },
  }
}
