// One page of a list whose rows only events keep true: what they have told since is not taken back by a fetch.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Paged } from '../../contract/paging.ts'
import { keys, type Subject } from '../lib/api/query-keys.ts'

type Options<Wire, Row> = {
  of: Subject
  /** What the page is of: number, search, filter, order. */
  pageQuery: unknown
  fetchPage: (signal?: AbortSignal) => Promise<Paged<Wire>>
  /** The fetched rows over those shown. */
  merge: (shown: readonly Row[], fetched: readonly Wire[], now: number) => Row[]
  /** What no event tells is looked for this often. */
  refetchMs?: (rows: readonly Row[]) => number | false
}

/** @returns the query, and `resync`, which brings the page by another call and throws what the server refuses */
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
    // Nobody listens for a list that is not shown: what it last knew is not shown again.
    gcTime: 0,
  })
  return {
    query,
    resync: async (other: typeof fetchPage = fetchPage): Promise<void> => {
      cache.setQueryData<Paged<Row>>(queryKey, await merged(other()))
    },
  }
}
