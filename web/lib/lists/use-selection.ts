// Rows of a list that a person has marked, for what is done to many at once. Only rows on the page that is shown count.
import { useState } from 'react'
import type { RowSelection } from '../../ui/row-mark.tsx'

export const useSelection = <T extends { id: string | number }>(
  rows: readonly T[],
  words: RowSelection<T>['words'],
) => {
  const [ids, setIds] = useState<ReadonlySet<string | number>>(new Set())
  const selected = rows.filter(({ id }) => ids.has(id))
  const all = selected.length === 0 ? 'none' : selected.length === rows.length ? 'all' : 'some'
  const selection: RowSelection<T> = {
    isSelected: ({ id }) => ids.has(id),
    toggle: ({ id }) =>
      setIds((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set(before).add(id))),
    all,
    toggleAll: () => setIds(all === 'all' ? new Set() : new Set(rows.map(({ id }) => id))),
    words,
  }
  return { selection, selected, clear: () => setIds(new Set()) }
}
