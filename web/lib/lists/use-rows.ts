// The rows of a paged list as they lie in the cache: changed in place, fetched anew, or asked for again by hand.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Paged } from '../../../contract/paging.ts'
import { notify } from '../../ui/notify.tsx'
import { errorText } from '../api/http.ts'
import { askPage, keyOfPage, type PagedAsk, pagedKey, type PagedRoute } from '../api/use-paged.ts'

/** How long a refresh is shown at least. */
const SYNC_SHOWN_MS = 1_000

export const useRows = <T>(name: string) => {
  const cache = useQueryClient()
  const queryKey = pagedKey(name)
  return {
    change: (next: (rows: T[]) => T[]): void =>
      void cache.setQueriesData<Paged<T>>({ queryKey }, (page) => {
        if (!page) return page
        const rows = next(page.data)
        return rows === page.data ? page : { ...page, data: rows, list: rows }
      }),
    find: (wanted: (row: T) => boolean): T | undefined =>
      cache
        .getQueriesData<Paged<T>>({ queryKey })
        .flatMap(([, page]) => page?.data ?? [])
        .find(wanted),
    refetch: (): Promise<void> => cache.invalidateQueries({ queryKey }),
  }
}

/** The sync icon: a second of turning, then the page from the server. */
export const useSync = <R extends PagedRoute>(ask: PagedAsk<R>) => {
  const cache = useQueryClient()
  const [syncing, setSyncing] = useState(false)
  const sync = async (): Promise<void> => {
    if (syncing) return
    setSyncing(true)
    await new Promise((resolve) => setTimeout(resolve, SYNC_SHOWN_MS))
    try {
      cache.setQueryData(keyOfPage(ask), await askPage(ask))
    } catch (error) {
      notify.error(errorText(error))
    }
    setSyncing(false)
  }
  return { syncing, sync: () => void sync() }
}
