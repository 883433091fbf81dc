// The rows of a paged list in the query cache: change them in place, find one, or fetch them again.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Paged } from '../../../contract/ground/paging.ts'
import { notify } from '../../ui/notify.tsx'
import { common } from '../../texts/indonesian.ts'
import { ApiError, errorText, PATIENCE_MS } from '../api/http.ts'
import { keys, type Subject } from '../api/query-keys.ts'

/** Least time for which a refresh is shown. */
const SYNC_SHOWN_MS = 1_000

export const useRows = <T>(of: Subject) => {
  const cache = useQueryClient()
  const queryKey = keys.pages(of)
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
    refetch: (): void => void cache.invalidateQueries({ queryKey }),
  }
}

/** State of the refresh arrow, which turns for at least a second, and no longer than any press. @param ask fetches the shown data again */
export const useSync = (ask: () => Promise<unknown>) => {
  const [syncing, setSyncing] = useState(false)
  const sync = async (): Promise<void> => {
    if (syncing) return
    setSyncing(true)
    const shown = new Promise((resolve) => setTimeout(resolve, SYNC_SHOWN_MS))
    const isLong = new Promise<never>((_, fail) => {
      setTimeout(() => fail(new ApiError(0, common.networkError)), PATIENCE_MS)
    })
    await Promise.race([ask(), isLong]).catch((error: unknown) => notify.error(errorText(error)))
    await shown
    setSyncing(false)
  }
  return { syncing, sync: () => void sync() }
}
