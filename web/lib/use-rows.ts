// The rows of a paged list as they lie in the cache: changed in place, fetched anew, or asked for again by hand.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Paged } from '../../contract/paging.ts'
import { notify } from '../ui/notify.tsx'
import { errorText, http, type Query } from './http.ts'
import { pagedKey } from './use-paged.ts'

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

/** The sync icon: a second of turning, then the page from the server with its `synced` flag. */
export const useSync = (ask: { name: string; path: string; query: Query; fallback: string }) => {
  const cache = useQueryClient()
  const [syncing, setSyncing] = useState(false)
  const sync = async (): Promise<void> => {
    if (syncing) return
    setSyncing(true)
    await new Promise((resolve) => setTimeout(resolve, SYNC_SHOWN_MS))
    try {
      const fresh = await http.get(ask.path, { query: { ...ask.query, synced: 1 }, fallback: ask.fallback })
      cache.setQueryData([...pagedKey(ask.name), ask.path, ask.query], fresh)
    } catch (error) {
      notify.error(errorText(error))
    }
    setSyncing(false)
  }
  return { syncing, sync: () => void sync() }
}
