// Rows on their way out: each shows it, and goes once the server has let go.
import { useState } from 'react'
import { notify } from '../ui/notify.tsx'
import { ApiError, errorText, http, type Query } from './http.ts'
import { useRows } from './use-rows.ts'

type Id = string | number

/** @param path of the collection, e.g. /admin/proxy */
export const useDeleting = <T extends { id: Id }>(name: string, path: string, fallback: string) => {
  const rows = useRows<T>(name)
  const [deleting, setDeleting] = useState<ReadonlySet<Id>>(new Set())
  const mark = (id: Id, on: boolean): void =>
    setDeleting((before) => {
      const next = new Set(before)
      if (on) next.add(id)
      else next.delete(id)
      return next
    })
  return {
    isDeleting: (id: Id): boolean => deleting.has(id),
    /** @param onRefused answers true when it has dealt with the refusal itself. */
    remove: async (
      id: Id,
      { query = {}, onRefused }: { query?: Query; onRefused?: (refusal: ApiError) => boolean } = {},
    ): Promise<void> => {
      if (deleting.has(id)) return
      mark(id, true)
      try {
        await http.delete(`${path}/${encodeURIComponent(id)}`, { fallback, query })
        rows.change((list) => list.filter((row) => row.id !== id))
        void rows.refetch()
      } catch (error) {
        if (!(error instanceof ApiError && onRefused?.(error))) notify.error(errorText(error))
      }
      mark(id, false)
    },
  }
}
