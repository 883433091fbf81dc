// Rows on their way out: each shows it, and goes once the server has let go.
import { useState } from 'react'
import { notify } from '../../ui/notify.tsx'
import type { QueryOf, Route } from '../../../contract/api/table.ts'
import { ApiError, call, errorText } from '../api/http.ts'
import { useRows } from './use-rows.ts'

type Id = string | number
type Deletes = Extract<Route, `DELETE ${string}`>

/** @param name of the list's cache; @param fallback shown where the server says nothing. */
export const useDeleting = (name: string, route: Deletes, fallback: string) => {
  const rows = useRows<{ id: Id }>(name)
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
      { query = {}, onRefused }: { query?: QueryOf<Deletes>; onRefused?: (refusal: ApiError) => boolean } = {},
    ): Promise<void> => {
      if (deleting.has(id)) return
      mark(id, true)
      try {
        await call(route, { params: { id }, query }, { fallback })
        rows.change((list) => list.filter((row) => row.id !== id))
        void rows.refetch()
      } catch (error) {
        if (!(error instanceof ApiError && onRefused?.(error))) notify.error(errorText(error))
      }
      mark(id, false)
    },
  }
}
